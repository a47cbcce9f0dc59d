import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { EnvError, isLoopback, parseEnv } from "./env";

const refuse = (source: Record<string, string>): string => {
  try {
    parseEnv(source);
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    return error instanceof Error ? error.message : "";
  }
  throw new Error(`${JSON.stringify(source)} was accepted`);
};

describe("a bad value", () => {
  test.each([
    ["PORT", "http"],
    ["PORT", "-1"],
    ["PORT", "65536"],
    ["PORT", "3000.5"],
    ["PORT", "0x10"],
    ["PORT", " 3000"],
    ["HOST", "local host"],
    ["HOST", "http://localhost"],
    ["DATABASE_URL", "mysql://user:hunter2@host/db"],
    ["DATABASE_URL", "not a url with hunter2"],
    ["KANDEV_AUTH", "on"],
    ["KANDEV_AUTH", "ENABLED"],
    ["KANDEV_SECRET", "hunter2"],
    ["KANDEV_PUBLIC_URL", "kandev.example"],
    ["KANDEV_PUBLIC_URL", "ftp://kandev.example"],
    ["KANDEV_QUESTION_WAIT_SECONDS", "0"],
    ["KANDEV_QUESTION_WAIT_SECONDS", "forever"],
    ["KANDEV_QUESTION_WAIT_SECONDS", "99999999"],
    ["KANDEV_KEEPALIVE_SECONDS", "0"],
    ["KANDEV_KEEPALIVE_SECONDS", "1.5"],
    ["KANDEV_ALLOW_INSECURE", "yes"],
    ["LOG_LEVEL", "loud"],
  ])("of %s is named and not repeated: %s", (name, value) => {
    const message = refuse({ KANDEV_ALLOW_INSECURE: "1", [name]: value });
    expect(message.split("\n")).toEqual([expect.stringMatching(new RegExp(`^${name} must `))]);
    if (value.length > 2) expect(message).not.toContain(value); // "0" also stands in a limit
    expect(message).not.toContain("hunter2");
  });

  test("does not hide another: each has a line", () => {
    const message = refuse({ PORT: "x", KANDEV_AUTH: "y", LOG_LEVEL: "z" });
    expect(message.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "PORT",
      "KANDEV_AUTH",
      "LOG_LEVEL",
    ]);
  });
});

describe("defaults", () => {
  const defaults = {
    PORT: 3000,
    HOST: "127.0.0.1",
    KANDEV_DATA_DIR: resolve(".data"),
    KANDEV_AUTH: "disabled",
    KANDEV_OIDC_NAME: "Single sign-on",
    KANDEV_QUESTION_WAIT_SECONDS: 7200,
    KANDEV_KEEPALIVE_SECONDS: 15,
    KANDEV_ALLOW_INSECURE: "0",
    LOG_LEVEL: "info",
  };

  test("are what is used when nothing is set, or only to nothing", () => {
    expect(parseEnv({})).toEqual(defaults);
    const empty = Object.fromEntries(
      [
        ...Object.keys(defaults),
        "DATABASE_URL",
        "KANDEV_SECRET",
        "KANDEV_PUBLIC_URL",
        "KANDEV_OIDC_ISSUER",
        "KANDEV_OIDC_CLIENT_ID",
        "KANDEV_OIDC_CLIENT_SECRET",
      ].map((name) => [name, ""]),
    );
    expect(parseEnv(empty)).toEqual(defaults);
    expect(parseEnv({ PORT: undefined })).toEqual(defaults);
  });

  test("an OpenID Connect provider is named whole or not at all", () => {
    const issuer = { KANDEV_OIDC_ISSUER: "https://id.example" };
    expect(() => parseEnv(issuer)).toThrow(
      "KANDEV_OIDC_CLIENT_ID must be set with KANDEV_OIDC_ISSUER\nKANDEV_OIDC_CLIENT_SECRET must be set with",
    );
    const whole = { ...issuer, KANDEV_OIDC_CLIENT_ID: "kandev", KANDEV_OIDC_CLIENT_SECRET: "secret" };
    expect(parseEnv(whole)).toMatchObject(whole);
  });

  test("other programs' variables are none of ours", () => {
    expect(parseEnv({ PATH: "/bin", KANDEV_UNKNOWN: "x" })).toEqual(defaults);
  });

  test("good values are taken, a path of KANDEV_PUBLIC_URL is dropped", () => {
    expect(
      parseEnv({
        PORT: "0",
        HOST: "::1",
        DATABASE_URL: "postgresql://u:p@h:5432/db",
        KANDEV_AUTH: "enabled",
        KANDEV_SECRET: "x".repeat(32),
        KANDEV_PUBLIC_URL: "https://Kandev.example:8443/path?x#y",
        KANDEV_QUESTION_WAIT_SECONDS: "1",
      }),
    ).toMatchObject({
      PORT: 0,
      HOST: "::1",
      KANDEV_PUBLIC_URL: "https://kandev.example:8443",
      KANDEV_QUESTION_WAIT_SECONDS: 1,
    });
  });
});

describe("a HOST that other machines reach", () => {
  test.each(["0.0.0.0", "::", "192.168.1.5", "kandev.local", "127.evil.example", "localhost.example"])(
    "is refused without accounts, naming the way out: %s",
    (HOST) => {
      expect(refuse({ HOST })).toMatch(/^HOST .*KANDEV_AUTH=enabled.*KANDEV_ALLOW_INSECURE=1/);
      expect(refuse({ HOST, KANDEV_ALLOW_INSECURE: "0" })).toMatch(/^HOST /);
      expect(parseEnv({ HOST, KANDEV_AUTH: "enabled" }).HOST).toBe(HOST);
      expect(parseEnv({ HOST, KANDEV_ALLOW_INSECURE: "1" }).HOST).toBe(HOST);
    },
  );

  test.each(["127.0.0.1", "127.8.8.8", "localhost", "LOCALHOST", "::1", "[::1]"])(
    "is not what this one is: %s",
    (HOST) => {
      expect(isLoopback(HOST)).toBe(true);
      expect(parseEnv({ HOST }).HOST).toBe(HOST);
    },
  );
});
