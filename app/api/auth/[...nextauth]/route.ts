import NextAuth from "next-auth";
import { NextRequest } from "next/server";
import { authOptions } from "@/lib/auth/auth-options";
import { isWebAddress } from "@/lib/auth/cookie-names";
import { AppError, notFound } from "@/lib/errors";
import { mediaType, readText } from "@/lib/http/body";
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
    const [action] = (await context.params).nextauth;
    if (app.env.KANDEV_AUTH === "disabled" || action === "_log") throw notFound("resource");
    if (action === "error") return toSignIn(request);
    const asked = withUsableCallback(await asForm(request));
    const response: unknown = await NextAuth(asked, context, authOptions(app));
    if (!(response instanceof Response)) throw new Error("next-auth gave no response");
    return response;
  } catch (error) {
    return failure(error);
  }
}

/** next-auth would write the error into an address as it is. */
function toSignIn(request: NextRequest): Response {
  const error = encodeURIComponent(request.nextUrl.searchParams.get("error") ?? "Default");
  return new Response(null, { status: 302, headers: { location: `/api/auth/signin?error=${error}` } });
}

/** The request with a body that was read within the limits of every other: next-auth has none, and fails on bad JSON. */
async function asForm(request: NextRequest): Promise<NextRequest> {
  if (request.method !== "POST") return request;
  const body = await readText(request);
  if (body !== "" && mediaType(request) !== "application/x-www-form-urlencoded")
    throw new AppError("unsupported_media_type", "the body must be application/x-www-form-urlencoded");
  return new NextRequest(request.url, { method: "POST", headers: request.headers, body });
}

/** next-auth fails on a place to come back to that is no address, and logs it; nobody's link should do that. */
function withUsableCallback(request: NextRequest): NextRequest {
  const callback = request.nextUrl.searchParams.get("callbackUrl");
  if (callback === null || isWebAddress(callback)) return request;
  const url = new URL(request.url);
  url.searchParams.delete("callbackUrl");
  return new NextRequest(url, request);
}

export { handle as GET, handle as POST };
