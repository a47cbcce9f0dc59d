import type { McpHttpHandler, Server, ServerEventBus } from "@modelcontextprotocol/server";
import { watchAccess } from "@/lib/auth/access-watch";
import { watchPending } from "@/lib/clarification/watch-pending";
import type { Context } from "@/lib/context";
import type { Exchange } from "./exchange";
import { listed, PENDING_QUESTIONS, readResource, resourceNotFound } from "./resources";

export function addResourceHandlers2026(server: Server, { ctx, offer }: Exchange): void {
  server.setRequestHandler("resources/list", () => ({ resources: offer.resources.map(listed) }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", async ({ params }) => {
    const read = await readResource(ctx, offer.resources, params.uri);
    if (read === undefined) throw resourceNotFound(params.uri);
    return read;
  });
}

/**
 * What a `subscriptions/listen` of one caller hears: an update of the pending list at once, and one whenever the list that the
 * caller may see has changed (contract 7.3). It ends with the caller's right, and with this server; a client then subscribes
 * again, and the update it gets at once makes up for what came in between.
 */
export function pendingUpdates(ctx: Context, end: () => McpHttpHandler): ServerEventBus {
  return {
    publish: () => undefined, // nothing here comes from a client
    subscribe(listener) {
      const tell = () => listener({ kind: "resource_updated", uri: PENDING_QUESTIONS.uri });
      const close = () => void end().close();
      const access = watchAccess(ctx.app, ctx.actor);
      access.signal.addEventListener("abort", close, { once: true });
      ctx.app.draining.addEventListener("abort", close, { once: true });
      const stop = watchPending(ctx, tell);
      return () => {
        stop();
        access.stop();
        ctx.app.draining.removeEventListener("abort", close);
      };
    },
  };
}
