import { resolve } from "node:path";
import { z } from "zod";

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

/** True for a host name or address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host.toLowerCase());
}

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, "must be a whole number")
    .transform(Number)
    .refine((n) => n >= least && n <= most, `must be between ${least} and ${most}`);

const origin = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    "must be an http(s) address",
  )
  .transform((value) => new URL(value).origin);

/** As the provider writes it: compared with the `iss` of its tokens, so nothing is normalized. */
const issuer = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    "must be the http(s) address of an OpenID Connect provider",
  );

const postgresUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol),
    "must look like postgres://user:password@host:port/database",
  );

const schema = z
  .object({
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z
      .string()
      .regex(/^[\w.:[\]-]+$/, "must be a host name or an address")
      .default("127.0.0.1"),
    DATABASE_URL: postgresUrl.optional(),
    KANDEV_DATA_DIR: z
      .string()
      .default("./.data")
      .transform((path) => resolve(path)),
    KANDEV_AUTH: z.enum(["disabled", "enabled"], "must be disabled or enabled").default("disabled"),
    KANDEV_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
    KANDEV_PUBLIC_URL: origin.optional(),
    KANDEV_OIDC_ISSUER: issuer.optional(),
    KANDEV_OIDC_CLIENT_ID: z.string().optional(),
    KANDEV_OIDC_CLIENT_SECRET: z.string().optional(),
    KANDEV_OIDC_NAME: z.string().max(60, "must have at most 60 characters").default("Single sign-on"),
    KANDEV_QUESTION_WAIT_SECONDS: wholeNumber(1, 604_800).default(7200),
    KANDEV_KEEPALIVE_SECONDS: wholeNumber(1, 3600).default(15),
    KANDEV_ALLOW_INSECURE: z.enum(["0", "1"], "must be 0 or 1").default("0"),
    LOG_LEVEL: z
      .enum(
        ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
        "must be a log level such as info",
      )
      .default("info"),
  })
  .superRefine((env, context) => {
    for (const name of ["KANDEV_OIDC_CLIENT_ID", "KANDEV_OIDC_CLIENT_SECRET"] as const)
      if (env.KANDEV_OIDC_ISSUER !== undefined && env[name] === undefined)
        context.addIssue({ code: "custom", path: [name], message: "must be set with KANDEV_OIDC_ISSUER" });
    if (env.KANDEV_AUTH === "disabled" && !isLoopback(env.HOST) && env.KANDEV_ALLOW_INSECURE !== "1") {
      context.addIssue({
        code: "custom",
        path: ["HOST"],
        message:
          "is reachable from other machines while KANDEV_AUTH is disabled: set KANDEV_AUTH=enabled, or KANDEV_ALLOW_INSECURE=1 if everyone who can reach it may answer for you",
      });
    }
  });

export type Env = z.output<typeof schema>;

/** Thrown for a configuration that cannot be used; the message has one line for each bad variable. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}

/**
 * Reads the configuration (contract 2). An empty variable counts as unset. Throws EnvError naming every bad
 * variable and never repeating its value, which may be a credential.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  throw new EnvError(
    parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"),
  );
}
