"use client";

import { Button } from "@/components/ui/button";

/** A page that could not be rendered. The reason is in the server's log; drafts are kept in the browser. */
export default function ErrorPage({ retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="column py-16" role="alert">
      <h1 className="text-lg font-semibold">This page could not be shown</h1>
      <p className="mt-1 mb-4 text-muted">
        The server&apos;s log has the reason. Nothing you typed is lost: drafts are kept in this browser.
      </p>
      <Button variant="primary" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
