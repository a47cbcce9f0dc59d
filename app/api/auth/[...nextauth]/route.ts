import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { authOptions } from "@/lib/auth/auth-options";
import { notFound } from "@/lib/errors";
import { failure } from "@/lib/http/route";
import { getApp } from "@/lib/runtime";

export const dynamic = "force-dynamic";

/** next-auth's own endpoints; there are none without accounts. */
async function handle(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  try {
    const app = getApp();
    if (app.env.KANDEV_AUTH === "disabled") throw notFound("resource");
    const response: unknown = await NextAuth(request, context, authOptions(app));
    if (!(response instanceof Response)) throw new Error("next-auth gave no response");
    return response;
  } catch (error) {
    return failure(error);
  }
}

export { handle as GET, handle as POST };
