import { expect, test } from "vitest";
import { isTransient } from "./transient-errors.ts";

const failure = (code: string): Error => Object.assign(new Error("It failed."), { code });

test.each([
  ["an unknown host name while a container is replaced", "ENOTFOUND"],
  ["an unavailable name server", "EAI_AGAIN"],
  ["an unreachable host", "EHOSTUNREACH"],
  ["an unreachable network", "ENETUNREACH"],
  ["a refused connection", "ECONNREFUSED"],
  ["a full local disk", "ENOSPC"],
  ["a read-only local disk", "EROFS"],
  ["too many open files", "EMFILE"],
  ["a full disk of the database server", "53100"],
  ["a database server without free memory", "53200"],
  ["too many connections", "53300"],
  ["too many temporary files", "53400"],
  ["a pooler that lost its database server", "08P01"],
  ["a changed password", "28P01"],
  ["a database that is being replaced", "3D000"],
  ["a read-only server", "25006"],
  ["a session that was idle in a transaction for too long", "25P03"],
  ["a statement that timed out or was cancelled", "57014"],
  ["a terminated backend", "57P01"],
  ["a crashed server", "57P02"],
  ["a server that is starting", "57P03"],
  ["a session that was idle for too long", "57P05"],
  ["an I/O error of the database server", "58030"],
  ["a lock timeout", "55P03"],
  ["repeated serialization failures", "40001"],
  ["repeated deadlocks", "40P01"],
])("%s is transient (%s)", (_, code) => {
  expect(isTransient(failure(code))).toBe(true);
});

test.each([
  'database "assay" is not currently accepting connections',
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
