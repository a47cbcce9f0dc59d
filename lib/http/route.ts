import type { App } from "@/lib/app";
import type { Origin } from "@/lib/auth/actor";
import { resolveActor } from "@/lib/auth/resolve-actor";
import type { Context } from "@/lib/context";
import { AppError, notFound } from "@/lib/errors";
import { isStorable } from "@/lib/ids";
import { getApp } from "@/lib/runtime";
import { HTTP_STATUS } from "./status";

type Params = Record<string, string>;
type NoParams = Record<never, never>;
type Handler<P> = (ctx: Context, request: Request, params: P) => Promise<Response>;

/**
 * The one try/catch around verbs: resolves the caller, hands over the path's ids, turns a failure into
 * `{error, code}`. Unknown errors go to the log whole and to the caller not at all.
 */
export function route<P extends Params | NoParams = NoParams>(handler: Handler<P>) {
  return async (request: Request, { params }: { params: Promise<P> }): Promise<Response> => {
    try {
      const app = getApp();
      const actor = await resolveActor(app, request);
      const ids = await params; // undefined where the path has none
      if (Object.values<string>(ids ?? {}).some((id) => !isStorable(id))) throw notFound("resource");
      return await handler({ app, actor, origin: originOf(request) }, request, ids);
    } catch (error) {
      return failure(error);
    }
  };
}

/** For what nobody is signed in for: the same borders, without a caller. */
export function publicRoute<P = Record<never, never>>(
  handler: (app: App, request: Request, params: P) => Response | Promise<Response>,
) {
  return async (request: Request, { params }: { params: Promise<P> }): Promise<Response> => {
    try {
      return await handler(getApp(), request, await params);
    } catch (error) {
      return failure(error);
    }
  };
}

/** A page of ours says where it comes from, a script does not. */
const originOf = (request: Request): Origin =>
  request.headers.get("sec-fetch-site") === "same-origin" ? "web" : "rest";

/** For a method that Next would make up: it answers HEAD by running GET, which for a GET that lasts never ends. */
export const notAllowed = (): Response =>
  failure(new AppError("method_not_allowed", "this resource does not have that method"));

/** The response for anything a verb throws; `challenge` is what a 401 says about the credential it wants. */
export function failure(error: unknown, challenge = "Bearer"): Response {
  if (error instanceof AppError)
    return Response.json(
      { error: error.message, code: error.code },
      {
        status: HTTP_STATUS[error.code],
        headers: error.code === "unauthenticated" ? { "WWW-Authenticate": challenge } : {},
      },
    );
  try {
    const { draining, log } = getApp();
    // A server that stops lets go of the database when whoever asked has had their time, or is gone.
    if (draining.aborted) return failure(new AppError("unavailable", "the server is stopping"));
    log.error({ err: error }, "request failed");
  } catch {
    // not started yet: there is no log
  }
  return Response.json(
    { error: "something went wrong on the server", code: "internal_error" },
    { status: 500 },
  );
}
