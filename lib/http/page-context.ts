import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { App } from "@/lib/app";
import type { Actor } from "@/lib/auth/actor";
import { resolveActor } from "@/lib/auth/resolve-actor";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { getApp } from "@/lib/runtime";
import { isSetUp } from "@/lib/users/set-up";
import { PAGE_PATH } from "./forwarded";
import { returnPath } from "./return-path";

/** Who opens a page: the same caller the REST routes would see, resolved once for each request; undefined for nobody. */
const pageActor = cache(async (): Promise<Actor | undefined> => {
  try {
    const request = new Request("http://localhost/", { headers: await headers() });
    return await resolveActor(getApp(), request);
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return undefined;
    throw error;
  }
});

/**
 * The context of a server component. Whoever is nobody is sent to sign in, and then back; on a new server, to set it up.
 */
export const pageContext = cache(async (): Promise<Context> => {
  const app = getApp();
  const actor = await pageActor();
  if (actor !== undefined) return { app, actor, origin: "web" };
  if (!(await isSetUp(app.db))) redirect("/setup");
  const from = returnPath((await headers()).get(PAGE_PATH));
  redirect(from === "/" ? "/sign-in" : `/sign-in?from=${encodeURIComponent(from)}`);
});

/**
 * Reads what a page shows. What a verb refuses goes on to the page; anything else goes whole to the log and on without its
 * inside, because Next prints what reaches it.
 */
export async function pageRead<T>(read: (ctx: Context) => Promise<T>): Promise<T> {
  const ctx = await pageContext();
  return withoutInside(ctx.app, () => read(ctx));
}

/** The same for a page that nobody has to be signed in for; `actor` is undefined for nobody. */
export async function publicRead<T>(read: (app: App, actor: Actor | undefined) => Promise<T>): Promise<T> {
  const app = getApp();
  return withoutInside(app, async () => read(app, await pageActor()));
}

async function withoutInside<T>(app: App, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Whoever asked is gone with their connection when a server that stops lets go of the database.
    const stopping = app.draining.aborted;
    if (!stopping) app.log.error({ err: error }, "a page could not be read");
    const failed = stopping
      ? new AppError("unavailable", "the server is stopping")
      : new AppError("internal_error", "this page could not be read");
    delete failed.stack;
    throw failed;
  }
}
