import { notFound } from "@/lib/errors";
import { resourceMetadata } from "@/lib/http/resource-metadata";
import { publicRoute } from "@/lib/http/route";

export const dynamic = "force-dynamic";

/** RFC 9728: of `/mcp` under its own path, and under the bare one where clients look next. */
export const GET = publicRoute<{ path?: string[] }>((app, request, { path = ["mcp"] }) => {
  if (app.env.KANDEV_AUTH === "disabled" || path.join("/") !== "mcp") throw notFound("resource");
  return Response.json(resourceMetadata(app, request));
});
