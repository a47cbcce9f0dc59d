import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Exchange } from "./exchange";
import { listed, readResource, resourceNotFound } from "./resources";

/**
 * Reading only. A subscription of this generation lives in a session's own stream, and there are no sessions here: it would
 * promise updates that nobody sends. Clients of this generation poll.
 */
export function addResourceHandlers2025(server: Server, { ctx, offer }: Exchange): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: offer.resources.map(listed) }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    const read = await readResource(ctx, offer.resources, params.uri);
    if (read === undefined) throw resourceNotFound(params.uri);
    return read;
  });
}
