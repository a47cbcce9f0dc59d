import type { App } from "@/lib/app";
import { requestOrigin } from "./session-endpoint";

const PATH = "/.well-known/oauth-protected-resource/mcp";

/** What a client of `/mcp` is told with a 401 (RFC 6750, section 3; RFC 9728, section 5.1). */
export const mcpChallenge = (app: Pick<App, "env">, request: Request): string =>
  `Bearer resource_metadata="${requestOrigin(app, request)}${PATH}"`;

/** The protected resource metadata of `/mcp` (RFC 9728, section 2). Tokens come from a person, not from a server. */
export const resourceMetadata = (app: Pick<App, "env">, request: Request) => {
  const origin = requestOrigin(app, request);
  return {
    resource: `${origin}/mcp`,
    resource_name: "Kandev",
    bearer_methods_supported: ["header"],
    resource_documentation: `${origin}/settings/tokens`,
  };
};
