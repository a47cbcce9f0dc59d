import type { ToolAnnotations } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { Asks } from "@/lib/auth/actor";
import type { Context } from "@/lib/context";
import { validationError } from "@/lib/errors";
import { describeIssue } from "@/lib/http/body";
import { whileAllowed } from "@/lib/http/while-allowed";
import type { Surface } from "@/lib/sessions/surface";

/** What a call needs beside its arguments. */
export interface ToolCall {
  /** Aborted when the caller is gone or has cancelled the call. */
  readonly signal: AbortSignal;
  /** The call is now blocked on this bundle: progress notifications name it. */
  readonly waitsOn: (pendingId: string) => void;
}

/** What a tool is about: the headings of the catalogue (Settings, External MCP), in the order of the page. */
export const TOOL_GROUPS = [
  "questions",
  "permissions",
  "tasks",
  "sessions",
  "workflows",
  "workspaces",
  "agents",
  /** Of an agent's own endpoint: not for external clients. */
  "own_session",
] as const;

export type ToolGroup = (typeof TOOL_GROUPS)[number];

/** What a tool does to the product, as MCP clients are told; nothing here reaches beyond it. */
export const READS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
/** It adds something: the same call again adds another. */
export const ADDS: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};
/** It sets something: the same call again changes nothing more. */
export const SETS: ToolAnnotations = { ...ADDS, idempotentHint: true };
/** What it removes cannot be brought back. */
export const DESTROYS: ToolAnnotations = { ...ADDS, destructiveHint: true };

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly group: ToolGroup;
  readonly surfaces: readonly Surface[];
  /** Only for agents whose questions go there; absent: for all of the surface. */
  readonly asks?: Asks;
  readonly annotations: ToolAnnotations;
  /** A strict object: unknown arguments are refused. */
  readonly input: Input;
  readonly output: Output;
  /** True when the call may wait for a person: it is answered with a stream that is kept alive. */
  readonly blocking?: boolean;
  /** The User-Agent of clients that refuse a result of this tool with `structuredContent` beside its text. */
  readonly textOnlyFor?: RegExp;
  readonly handler: (
    ctx: Context,
    input: z.output<Input>,
    call: ToolCall,
  ) => Promise<Immutable<z.output<Output>>>;
  /**
   * Starts what the handler waits for and returns the `pending_id` to ask about it, for clients that poll instead of waiting
   * (MCP tasks). Undefined where only the handler will do.
   */
  readonly start?: (ctx: Context, input: z.output<Input>) => Promise<string | undefined>;
}

type Immutable<T> = T extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Immutable<T[Key]> }
    : T;

type JsonSchema = z.core.JSONSchema.JSONSchema & { type: "object" };

/** A tool as data (design: `tools/list`, the catalogue and the tests read the same list). */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly group: ToolGroup;
  readonly surfaces: readonly Surface[];
  readonly asks: Asks | undefined;
  readonly annotations: ToolAnnotations;
  readonly blocking: boolean;
  readonly textOnlyFor: RegExp | undefined;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly output: z.ZodObject;
  /** Validates the arguments and runs the handler. Throws AppError. */
  run(
    ctx: Context,
    args: Readonly<Record<string, unknown>>,
    call: ToolCall,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Present for a tool that can be started and asked about later. Throws AppError. */
  readonly start:
    ((ctx: Context, args: Readonly<Record<string, unknown>>) => Promise<string | undefined>) | undefined;
}

/** Makes a tool of its definition; the JSON schemas are built once. Unknown arguments are refused by name. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
): Tool {
  const {
    name,
    title,
    description,
    group,
    surfaces,
    asks,
    annotations,
    input,
    output,
    blocking = false,
    textOnlyFor,
    handler,
    start,
  } = definition;
  return {
    name,
    title,
    description,
    group,
    surfaces,
    asks,
    annotations,
    blocking,
    textOnlyFor,
    inputSchema: { ...z.toJSONSchema(input, { io: "input" }), type: "object" },
    outputSchema: { ...z.toJSONSchema(output, { io: "output" }), type: "object" },
    output,
    start: start && ((ctx, args) => start(ctx, parseArguments(input, args))),
    async run(ctx, args, call) {
      const parsed = parseArguments(input, args);
      if (!blocking) return { ...(await handler(ctx, parsed, call)) };
      return {
        ...(await whileAllowed(ctx, call.signal, (signal) => handler(ctx, parsed, { ...call, signal }))),
      };
    },
  };
}

function parseArguments<Input extends z.ZodObject>(
  input: Input,
  args: Readonly<Record<string, unknown>>,
): z.output<Input> {
  const { task_id: _ignored, ...rest } = args;
  // A task_id beside a pending_id is accepted and ignored: authorization never trusts it (specification, Permissions).
  const parsed = input.safeParse("pending_id" in input.shape && !("task_id" in input.shape) ? rest : args);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw validationError(issue === undefined ? "invalid arguments" : describeIssue(issue));
}
