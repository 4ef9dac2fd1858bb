import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { assay, useServers } from "../run/run-fixture.ts";

useServers();

const stdin = Object.getOwnPropertyDescriptor(process, "stdin") ?? {};
afterEach(() => {
  Object.defineProperty(process, "stdin", stdin);
});

/** Runs a command with a text in the standard input. */
async function runWith(input: string | Buffer, ...args: string[]) {
  const value = Readable.from([Buffer.from(input)]);
  Object.defineProperty(process, "stdin", { value, configurable: true });
  return assay(["reviews", ...args, "--stdin"]);
}

test.each([
  ["[1]", "is not a JSON object"],
  ['{"notes": "a", "notes": "b"}', "notes is repeated"],
  ['{"grades": {"level": 1e400}}', "/grades/level: level is 1e400; a number must be from"],
  ['{"grades": {"level": NaN}}', 'Not valid JSON at line 1, column 22: found "NaN"'],
  ['{"grades":\n  {"level": 1,}}', "Not valid JSON at line 2, column 15"],
  ['{"notes": "\\u0000"}', "/notes: notes contains U+0000, which cannot be stored."],
  ["", "the text ends where a value was expected"],
  [Buffer.from([0x7b, 0xe4, 0x7d]), "the text is not valid UTF-8"],
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
