import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";
import { expect, test } from "vitest";
import { AppError } from "./errors";
import { describeError } from "./log";

const databaseError = () =>
  Object.assign(new postgres.PostgresError("duplicate key: (content)=(a person's words)"), {
    code: "23505",
    detail: "Key (content)=(a person's words) already exists.",
  });

test("a log line shows of a database error its SQLSTATE and nothing that it said", () => {
  const wrapped = new DrizzleQueryError(
    "INSERT INTO task_session_messages VALUES ($1)",
    ["a person's words"],
    databaseError(),
  );
  for (const error of [databaseError(), wrapped])
    expect(describeError(error)).toEqual({ type: "DatabaseError", code: "23505" });
});

test("a log line shows why a connection failed, and the message of any other error, but never a stack", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" });
  expect(describeError(new DrizzleQueryError("SELECT 1", [], refused))).toEqual({
    type: "Error",
    message: "connect ECONNREFUSED 127.0.0.1:5432",
    code: "ECONNREFUSED",
  });
  expect(describeError(new TypeError("x is not a function"))).toEqual({
    type: "TypeError",
    message: "x is not a function",
  });
  expect(describeError(new AppError("conflict", "no"))).toEqual({
    type: "AppError",
    message: "no",
    code: "conflict",
  });
  expect(describeError("thrown text")).toEqual({ type: "string" });
});
