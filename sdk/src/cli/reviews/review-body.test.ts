import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { assay, useServers } from "../run/run-fixture.ts";

useServers();

const stdin = Object.getOwnPropertyDescriptor(process, "stdin") ?? {};
afterEach(() => {
  Object.defineProperty(process, "stdin", stdin);
});

/** Runs a command with a text in the standard input. */
async function runWith(input: string, ...args: string[]) {
  const value = Readable.from([Buffer.from(input)]);
  Object.defineProperty(process, "stdin", { value, configurable: true });
  return assay(["reviews", ...args, "--stdin"]);
}

test.each([
  ["[1]", "is not a JSON object"],
  ['{"notes": "a", "notes": "b"}', "notes is repeated"],
  // The server refuses a valid object of an unknown task.
  ['{"grades": {"level": {"value": 1}}}', 'Review task "task_1" not found'],
])("a review in stdin that is %s is refused", async (input, message) => {
  const { code, stderr } = await runWith(input, "submit", "task_1", "smp_1");
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test("options for the contents exclude a review in stdin", async () => {
  const { code, stderr } = await runWith("{}", "draft", "task_1", "smp_1", "--notes", "a");
  expect([code, stderr]).toEqual([2, expect.stringContaining("--notes and --stdin exclude each other")]);
});
