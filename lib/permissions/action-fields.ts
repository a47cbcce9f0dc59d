import { join } from "shlex";
import { z } from "zod";

const text = z.string().optional().catch(undefined);

/** A text, or arguments quoted for a shell, so that one reads where each begins and ends. */
const words = z
  .union([z.string(), z.array(z.string()).transform((args) => join(args))])
  .optional()
  .catch(undefined);

const fieldsSchema = z.object({
  description: text,
  command: words,
  cwd: words,
  workdir: words,
  work_dir: words,
  path: words,
  file_path: words,
  destination: words,
  url: words,
  host: words,
  server: words,
  server_name: words,
  tool: words,
  tool_name: words,
  name: words,
});

const locationsSchema = z.object({ locations: z.tuple([z.object({ path: z.string() })]).rest(z.unknown()) });

const rawInputsSchema = z.object({ raw_input: z.unknown(), rawInput: z.unknown() }).partial().catch({});

/** What may be shown of an action's details, not made safe yet. */
export interface ActionFields {
  readonly description: string | undefined;
  readonly command: string | undefined;
  readonly cwd: string | undefined;
  readonly path: string | undefined;
  readonly destination: string | undefined;
  readonly server: string | undefined;
  readonly tool: string | undefined;
}

/**
 * Looks up the allowed fields, each in the tool's raw input first and then in the details, and nothing else: headers,
 * environment, arguments, diffs and contents are never read.
 */
export function actionFields(details: unknown): ActionFields {
  const { raw_input, rawInput } = rawInputsSchema.parse(details);
  const sources = [raw_input, rawInput, details].map((source) => fieldsSchema.safeParse(source).data);
  const first = (...names: (keyof z.output<typeof fieldsSchema>)[]): string | undefined =>
    sources
      .flatMap((source) => names.map((name) => source?.[name]))
      .find((value) => value !== undefined && value !== "");
  return {
    description: first("description"),
    command: first("command"),
    cwd: first("cwd", "workdir", "work_dir"),
    path: first("path", "file_path") ?? locationsSchema.safeParse(details).data?.locations[0].path,
    destination: first("destination", "url", "host"),
    server: first("server", "server_name"),
    tool: first("tool", "tool_name", "name"),
  };
}
