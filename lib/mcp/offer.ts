import type { ListToolsResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Actor } from "@/lib/auth/actor";
import type { Surface } from "@/lib/sessions/surface";
import { toolsOf } from "./catalogue";
import { type Resource, resourcesOf } from "./resources";
import type { Tool } from "./tool";

/** The tools of one caller, prepared once per process: both protocol generations list and call these. */
export interface Offer {
  readonly byName: ReadonlyMap<string, Tool>;
  /** Some of them can be started as tasks of the protocol. */
  readonly startsTasks: boolean;
  readonly resources: readonly Resource[];
  /** What `tools/list` says to a client with this User-Agent. */
  list(userAgent: string): ListToolsResult["tools"];
}

const prepared = new Map<string, Offer>();

/** JSON schema allows `true` for a property, the protocol's types only objects; ours are all objects. */
const propertiesSchema = z.record(z.string(), z.record(z.string(), z.json())).default({});

export function offerOf(surface: Surface, actor: Actor): Offer {
  const asks = actor.kind === "agent" ? actor.asks : "person";
  const key = `${surface} ${asks}`;
  const known = prepared.get(key);
  if (known !== undefined) return known;
  const made = prepare(toolsOf(surface, asks), resourcesOf(surface));
  prepared.set(key, made);
  return made;
}

function prepare(tools: readonly Tool[], resources: readonly Resource[]): Offer {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const listed = tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    title,
    description,
    annotations,
    inputSchema: { ...inputSchema, properties: propertiesSchema.parse(inputSchema.properties) },
    outputSchema: { ...outputSchema, properties: propertiesSchema.parse(outputSchema.properties) },
  }));
  return {
    byName,
    resources,
    startsTasks: tools.some((tool) => tool.start !== undefined),
    list: (userAgent) =>
      listed.map(({ outputSchema, ...tool }) =>
        takesTextOnly(byName.get(tool.name), userAgent) ? tool : { ...tool, outputSchema },
      ),
  };
}

/** True for a client that refuses `structuredContent` of this tool. */
export const takesTextOnly = (tool: Tool | undefined, userAgent: string): boolean =>
  tool?.textOnlyFor?.test(userAgent) === true;
