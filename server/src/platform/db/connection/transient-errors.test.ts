import { expect, test } from "vitest";
import { isTransient } from "./transient-errors.ts";

const failure = (code: string): Error => Object.assign(new Error("It failed."), { code });

test.each([
  ["a name that is not known while a container is replaced", "ENOTFOUND"],
  ["a resolver that is away", "EAI_AGAIN"],
  ["a host that is gone", "EHOSTUNREACH"],
  ["a network that is gone", "ENETUNREACH"],
  ["a refused connection", "ECONNREFUSED"],
  ["a disk of ours without room", "ENOSPC"],
  ["a disk of ours that is only read", "EROFS"],
  ["no more open files", "EMFILE"],
  ["a disk of the server's without room", "53100"],
  ["a server without memory", "53200"],
  ["too many connections", "53300"],
  ["too many temporary files", "53400"],
  ["a pooler that lost its server", "08P01"],
  ["a password that was changed", "28P01"],
  ["a database that is being replaced", "3D000"],
  ["a server that only reads", "25006"],
  ["a session that stood idle in its transaction", "25P03"],
  ["a statement that took too long, or was cancelled", "57014"],
  ["a backend that was ended", "57P01"],
  ["a server that crashed", "57P02"],
  ["a server that starts", "57P03"],
  ["a session that stood idle", "57P05"],
  ["a disk that fails below the server", "58030"],
  ["a lock that took too long", "55P03"],
  ["transactions that met again and again", "40001"],
  ["a deadlock, again and again", "40P01"],
])("%s is transient (%s)", (_, code) => {
  expect(isTransient(failure(code))).toBe(true);
});

test.each([
  "Connection terminated unexpectedly",
  "Client has encountered a connection error and is not queryable",
  "timeout expired",
])("a driver error without a code is transient: %s", (message) => {
  expect(isTransient(new Error(message))).toBe(true);
});

test.each(["42P01", "42501", "22P02", "23505", "XX001", "58P01", "0A000", "ENOENT", "EACCES"])(
  "program errors and file errors are not transient (%s)",
  (code) => {
    expect(isTransient(failure(code))).toBe(false);
  },
);

test("errors without a known code or text are not transient", () => {
  expect([new Error("oops"), "ECONNREFUSED", undefined, null, {}].map(isTransient)).toEqual(
    Array.from({ length: 5 }, () => false),
  );
});
