import manifest from "../package.json" with { type: "json" };

/** The product's version, as it tells MCP and ACP peers and the readers of its description. */
export const VERSION: string = manifest.version;
