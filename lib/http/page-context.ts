import { headers } from "next/headers";
import { resolveActor } from "@/lib/auth/resolve-actor";
import type { Context } from "@/lib/context";
import { getApp } from "@/lib/runtime";

/** The context of a server component: the same caller the REST routes would see. */
export async function pageContext(): Promise<Context> {
  const app = getApp();
  const request = new Request("http://localhost/", { headers: await headers() });
  return { app, actor: await resolveActor(app, request), origin: "web" };
}
