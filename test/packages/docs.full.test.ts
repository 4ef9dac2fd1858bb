// Compiles and runs every block on the pages for integrators in strict mode, with only the packed packages.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compileStrictly, emit } from "./harness/blocks.ts";
import { type Consumer, createConsumer } from "./harness/consumer.ts";
import { root } from "./harness/install-packages.ts";
import { firstUnprinted, readDocPage } from "./harness/doc-page.ts";

const pages = [
  "sdk/README.md",
  "contract/README.md",
  "server/README.md",
  "docs/how-to/test-with-the-mock.md",
  "docs/how-to/reproduce-a-mock.md",
  "docs/explanation/retries.md",
  "docs/how-to/read-lists.md",
  "docs/how-to/evaluate-and-gate.md",
  "docs/reference/errors.md",
  "docs/how-to/receive-webhooks.md",
  "docs/how-to/guard-an-agent.md",
  "docs/how-to/write-a-policy.md",
  "docs/how-to/approve-calls.md",
  "docs/how-to/use-authzen.md",
  "docs/how-to/verify-evidence.md",
];

const readPage = (page: string) => readDocPage(readFileSync(join(root, page), "utf8"));
const nameOf = (page: string): string => page.replaceAll(/\W/g, "-");
const withTests = pages.filter((page) => readPage(page).tests.length > 0);
const testsOf = (page: string) =>
  readPage(page).tests.map((text, index) => ({ name: `${nameOf(page)}-${index}.test`, text }));
const programs = pages.map((page) => ({ name: nameOf(page), text: readPage(page).program }));

let consumer: Consumer;
beforeAll(() => {
  consumer = createConsumer("@types/node");
});
afterAll(() => consumer.remove());

test("all blocks compile strictly", async () => {
  const all = [...programs, ...withTests.flatMap(testsOf)];
  expect(await compileStrictly(consumer, all)).toEqual({ code: 0, output: "" });
});

test.each(pages)("the blocks of %s run and print the stated output", async (page) => {
  const { program, prints } = readPage(page);
  const file = await emit(consumer, { name: nameOf(page), text: program });
  const { code, output } = await consumer.node("--no-warnings", file);
  expect(code, output).toBe(0);
  expect(firstUnprinted(output, prints), output).toBeUndefined();
});

test.each(withTests)("the tests that %s shows pass", async (page) => {
  for (const block of testsOf(page)) {
    const file = await emit(consumer, block);
    const { code, output } = await consumer.node("--test", "--test-reporter=tap", file);
    expect([code, output]).toEqual([0, expect.stringContaining("# fail 0")]);
  }
});

test("stated output that is not printed, or printed in another order, is reported", () => {
  const { program, prints } = readDocPage(
    "<!-- setup\nconst a = 1;\n-->\n```ts\nconsole.log(a); // → 1\nconsole.log(2); // → 2\n```\n```ts test\nx\n```\n",
  );
  expect([program.includes("const a = 1;"), program.includes("\nx\n"), prints]).toEqual([
    true,
    false,
    ["1", "2"],
  ]);
  expect(firstUnprinted("1\n2\n", prints)).toBeUndefined();
  expect(firstUnprinted("2\n1\n", prints)).toBe("2");
  expect(firstUnprinted("", prints)).toBe("1");
});
