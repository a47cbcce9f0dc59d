import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { resolveActor } from "@/lib/auth/resolve-actor";
import type { Context } from "@/lib/context";
import { AppError } from "@/lib/errors";
import { getApp } from "@/lib/runtime";
import { isSetUp } from "@/lib/users/set-up";
import { PAGE_PATH } from "./forwarded";

/**
 * The context of a server component: the same caller the REST routes would see, resolved once for each request. Whoever is
 * nobody is sent to sign in, and then back; on a new server, to set it up.
 */
export const pageContext = cache(async (): Promise<Context> => {
  const app = getApp();
  const sent = await headers();
  try {
    const request = new Request("http://localhost/", { headers: sent });
    return { app, actor: await resolveActor(app, request), origin: "web" };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unauthenticated") throw error;
  }
  if (!(await isSetUp(app.db))) redirect("/setup");
  const from = sent.get(PAGE_PATH) ?? "/";
  redirect(from === "/" ? "/sign-in" : `/sign-in?from=${encodeURIComponent(from)}`);
});

/**
 * Reads what a page shows. What a verb refuses goes on to the page; anything else goes whole to the log and on without its
 * inside, because Next prints what reaches it.
 */
export async function pageRead<T>(read: (ctx: Context) => Promise<T>): Promise<T> {
  const ctx = await pageContext();
  try {
    return await read(ctx);
  } catch (error) {
    if (error instanceof AppError) throw error;
    ctx.app.log.error({ err: error }, "a page could not be read");
    const failed = new AppError("internal_error", "this page could not be read");
    delete failed.stack;
    throw failed;
  }
}
