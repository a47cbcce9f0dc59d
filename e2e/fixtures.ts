import { type BrowserContext, type BrowserContextOptions, expect, test as base } from "playwright/test";
import { connectMcp, type McpConnection } from "@/lib/testing/mcp-client";
import { errorLines, type Product, startProduct } from "@/lib/testing/product";
import { startAgent, type Agent, type AgentOptions } from "./agent";

interface Faults {
  /** Errors that a test brings about: what the page and the server say about them is no failure. */
  allow(...patterns: readonly RegExp[]): void;
}

interface TestFixtures {
  faults: Faults;
  quiet: undefined;
  /** Connects one more agent, on a task of its own. */
  newAgent: (options?: AgentOptions) => Promise<Agent>;
  /** An agent with a task and a session. */
  agent: Agent;
  /** A client that answers over MCP. */
  external: McpConnection;
  /** One more browser, which shares nothing with `page`. */
  newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
}

interface WorkerFixtures {
  product: Product;
}

const heard = new WeakMap<Faults, { readonly patterns: RegExp[]; readonly said: string[] }>();

/** Records what goes wrong in the pages of a browser without a test noticing. */
function watch(context: BrowserContext, faults: Faults): void {
  const said = heard.get(faults)?.said ?? [];
  context.on("console", (message) => {
    if (message.type() === "error") said.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => said.push(`page: ${error.error().stack ?? error.error().message}`));
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  product: [
    async ({}, provide) => {
      const product = await startProduct();
      await provide(product);
      await product.stop([/./]); // every test has looked at the errors of its own time
    },
    { scope: "worker" },
  ],
  baseURL: async ({ product }, provide) => provide(product.server.url),
  faults: async ({}, provide) => {
    const patterns: RegExp[] = [];
    const faults: Faults = { allow: (...more) => void patterns.push(...more) };
    heard.set(faults, { patterns, said: [] });
    await provide(faults);
  },
  quiet: [
    async ({ faults, product }, provide) => {
      const before = product.server.output().length;
      await provide(undefined);
      const { patterns = [], said = [] } = heard.get(faults) ?? {};
      const printed = errorLines(product.server.output().slice(before));
      const unexpected = [...said, ...printed].filter(
        (line) => !patterns.some((pattern) => pattern.test(line)),
      );
      expect(unexpected, "errors in the page or in the server's output").toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, faults }, provide) => {
    watch(context, faults);
    await provide(context);
  },
  newContext: async ({ browser, baseURL, faults }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async (options) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), ...options });
      contexts.push(context);
      watch(context, faults);
      return context;
    });
    for (const context of contexts) await context.close();
  },
  newAgent: async ({ product }, provide) => {
    const agents: Agent[] = [];
    await provide(async (options) => {
      const agent = await startAgent(product.server, options);
      agents.push(agent);
      return agent;
    });
    for (const agent of agents) await agent.mcp.close();
  },
  agent: async ({ newAgent }, provide) => provide(await newAgent()),
  external: async ({ product }, provide) => {
    const mcp = await connectMcp(product.server);
    await provide(mcp);
    await mcp.close();
  },
});

export { expect };
