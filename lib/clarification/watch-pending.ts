import type { Context } from "@/lib/context";
import type { Hint } from "@/lib/events/hints";
import { listPending } from "./list-pending";

const PAGE = 200;

/** Changes after which a question may have come to the list, or have left it. */
const mayChange = (hint: Hint): boolean => {
  switch (hint.name) {
    case "session.message.added":
    case "session.message.updated":
      return hint.pending_id !== undefined;
    case "session.turn.started":
    case "session.state_changed":
    case "task.updated":
    case "workspace.updated":
    case "reset":
      return true;
    case "session.turn.completed":
    case "access.changed":
    case "mcp.cancelled":
    case "server.called":
    case "server.replied":
      return false;
  }
};

/**
 * Calls `onChange` once at the start and whenever the pending questions that the caller may answer have changed, until the
 * returned function is called. It compares the list with itself, so that it says nothing of what the caller may not see. Changes that come together
 * are one; after a gap in the hints it looks again.
 */
export function watchPending(ctx: Context, onChange: () => void): () => void {
  let stopped = false;
  let known = readIds(ctx).then((ids) => {
    if (!stopped) onChange(); // after the first look: nothing falls in between
    return ids;
  });
  let asked = false;
  const look = () => {
    if (asked) return; // the look that is due reads what this hint is about, too
    asked = true;
    known = known.then(async (before) => {
      asked = false;
      if (stopped) return before;
      const now = await readIds(ctx);
      if (now !== before && !stopped) onChange();
      return now;
    });
  };
  const unsubscribe = ctx.app.hub.subscribe({
    onHint: (hint) => {
      if (mayChange(hint)) look();
    },
    onGap: look,
  });
  return () => {
    stopped = true;
    unsubscribe();
  };
}

/** The ids of the list; undefined when it cannot be read now, which is a change to be sure of. */
async function readIds(ctx: Context): Promise<string | undefined> {
  try {
    const ids: string[] = [];
    for (let cursor: string | undefined; cursor !== "";) {
      const page = await listPending(ctx, { limit: PAGE, cursor });
      ids.push(...page.bundles.map((bundle) => bundle.pending_id));
      cursor = page.next_cursor;
    }
    return ids.join();
  } catch (error) {
    if (!ctx.app.draining.aborted)
      ctx.app.log.error({ err: error }, "the pending questions could not be read for a subscription");
    return undefined;
  }
}
