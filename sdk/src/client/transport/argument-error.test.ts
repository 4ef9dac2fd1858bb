import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Assay } from "../client.ts";
import { AssayError, InvalidArgumentError } from "../../errors/errors.ts";
import { createProjects } from "../../generated/resources/projects.ts";
import * as faulty from "./transport-fixture.ts";

let server: faulty.FaultyServer;
beforeEach(async () => {
  server = await faulty.startFaultyServer(faulty.respond(200, { id: "proj_1" }));
});
afterEach(() => server.close());

const accepted = "signal, timeoutMs, maxRetries, idempotencyKey, headers";
const faults: readonly (readonly [string, object, object, string])[] = [
  [
    "timeout",
    {},
    { timeout: 5 },
    `The option is "timeout"; it must be one of ${accepted}. Use timeoutMs, in milliseconds.`,
  ],
  ["baseUrl", {}, { baseUrl: "http://a.test" }, `The option is "baseUrl"; it must be one of ${accepted}.`],
  ["timeoutMs: 0", {}, { timeoutMs: 0 }, "timeoutMs must be above 0, maxRetries 0 or more, not 0 and 2."],
  ["an invalid header", {}, { headers: { "x-token": "secret\nvalue" } }, 'Header "x-token" cannot be sent.'],
  ["a bigint", { name: 1n }, {}, "The body cannot be sent as JSON: Do not know how to serialize a BigInt"],
];

describe.each([
  ["the client", () => new Assay({ apiKey: "k", baseUrl: server.url }).projects],
  ["a standalone resource", () => createProjects({ apiKey: "k", baseUrl: server.url })],
])("%s", (_, projectsOf) => {
  test.each(faults)("rejects a call with %s before its request", async (_name, body, options, message) => {
    // Programs without types can pass these values.
    const call = projectsOf().create(body as never, options);
    const error = await call.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(error).toBeInstanceOf(AssayError);
    expect(error).toMatchObject({ name: "InvalidArgumentError", message });
    expect(server.received).toEqual([]);
  });

  test.each([
    ["", ""],
    [".", "."],
    ["..", ".."],
    [undefined, "undefined"],
  ])("rejects the id %j", async (id, shown) => {
    await expect(projectsOf().get(id as never)).rejects.toThrow(
      new InvalidArgumentError(`id is "${shown}"; it must be an id.`),
    );
  });

  test("rejects a list with an unknown option", async () => {
    const options = { timeout: 5 } as never;
    await expect(projectsOf().list({}, options)).rejects.toThrow(/timeoutMs/);
    await expect(projectsOf().list({}, options).toArray({ limit: 1 })).rejects.toThrow(InvalidArgumentError);
  });

  test("rejects with the error of a body's own toJSON", async () => {
    const failure = new RangeError("no");
    const body = {
      name: "a",
      toJSON() {
        throw failure;
      },
    };
    await expect(projectsOf().create(body)).rejects.toBe(failure);
  });
});

test("the client refuses an unknown client option with the same class", () => {
  expect(() => new Assay({ apiKey: "k", timeout: 5 } as never)).toThrow(InvalidArgumentError);
  expect(() => new Assay({ apiKey: "k", baseUrl: "a.test" })).toThrow(InvalidArgumentError);
});
