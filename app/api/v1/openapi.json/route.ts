import { openApiDocument } from "@/lib/http/openapi";
import { publicRoute } from "@/lib/http/route";

let text: string | undefined;

/** The description of this interface, for tools that read OpenAPI. It is the same for everybody. */
export const GET = publicRoute(() => {
  text ??= JSON.stringify(openApiDocument());
  return new Response(text, { headers: { "content-type": "application/json" } });
});
