"use client";

import { buttonClass } from "@/components/ui/button";
import "./globals.css";

/**
 * The last resort, when even the frame could not be rendered. It is made at build time, so its scripts have no nonce and do
 * not run: trying again is a link to the same address.
 */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main className="column py-16">
          <h1 className="text-lg font-semibold">Kandev could not be shown</h1>
          <p className="mt-1 mb-4 text-muted">
            The server may be starting or stopping. Its log has the reason.
          </p>
          <a href="" className={buttonClass("primary")}>
            Try again
          </a>
        </main>
      </body>
    </html>
  );
}
