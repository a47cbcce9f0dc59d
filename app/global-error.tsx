"use client";

import "./globals.css";

/** The last resort, when even the frame could not be rendered. */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <main className="column py-16">
          <h1 className="text-lg font-semibold">Kandev could not be shown</h1>
          <p className="mt-1 mb-4 text-muted">
            The server may be starting or stopping. Its log has the reason.
          </p>
          <button type="button" className="rounded-md bg-accent px-3 py-2 text-accent-ink" onClick={retry}>
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
