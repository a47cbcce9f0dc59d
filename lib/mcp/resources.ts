import type { Context } from "@/lib/context";
import { listPending } from "@/lib/clarification/list-pending";
import type { Surface } from "@/lib/sessions/surface";
import { RpcError } from "./rpc-error";

/** What a client may read and, where its protocol has an honest way, watch. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: "application/json";
  readonly surfaces: readonly Surface[];
  /** Its text. */
  read(ctx: Context): Promise<string>;
}

export const PENDING_QUESTIONS: Resource = {
  uri: "kandev://questions/pending",
  name: "pending-questions",
  title: "Pending questions",
  description:
    "The questions that agents are waiting on and that you may answer: the first 200, as list_pending_questions_kandev returns them. " +
    "An update says that the list has changed; the tool has all of it.",
  mimeType: "application/json",
  surfaces: ["external"],
  read: async (ctx) => JSON.stringify(await listPending(ctx, { limit: 200 })),
};

const RESOURCES: readonly Resource[] = [PENDING_QUESTIONS];

export const resourcesOf = (surface: Surface): readonly Resource[] =>
  RESOURCES.filter((resource) => resource.surfaces.includes(surface));

/** A resource as the protocol lists it. */
export const listed = ({ uri, name, title, description, mimeType }: Resource) => ({
  uri,
  name,
  title,
  description,
  mimeType,
});

/** What reading a resource returns; undefined when there is none with that address. */
export async function readResource(ctx: Context, resources: readonly Resource[], uri: string) {
  const resource = resources.find((known) => known.uri === uri);
  return resource && { contents: [{ uri, mimeType: resource.mimeType, text: await resource.read(ctx) }] };
}

/** The code of 2025-11-25; the library of 2026-07-28 turns it into that generation's own. */
const RESOURCE_NOT_FOUND = -32002;

export const resourceNotFound = (uri: string): RpcError =>
  new RpcError("not_found: resource not found", RESOURCE_NOT_FOUND, { uri });
