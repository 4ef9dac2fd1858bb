// Every block of the pages for integrators is compiled strictly and run, by somebody who has the packed packages alone.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Consumer, createConsumer, root } from "./consumer.ts";
import { firstUnprinted, readDocPage } from "./doc-page.ts";

const pages = [
  "sdk/README.md",
  "contract/README.md",
  "server/README.md",
  "docs/testing.md",
  "docs/retries.md",
  "docs/paging.md",
  "docs/errors.md",
  "docs/webhooks.md",
  "docs/verifying.md",
];

let consumer: Consumer;
beforeAll(() => {
  consumer = createConsumer({ msw: "test", "@types/node": "" });
});
afterAll(() => consumer.remove());

async function compile(name: string, text: string): Promise<string> {
  consumer.write(`${name}.mts`, text);
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    module: "nodenext",
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    types: ["node"],
    noEmit: true,
  };
  const project = consumer.write(`${name}.json`, JSON.stringify({ compilerOptions, files: [`${name}.mts`] }));
  const compiled = await consumer.node(join(root, "node_modules/typescript/bin/tsc"), "-p", project);
  expect(compiled, text).toEqual({ code: 0, output: "" });
  const { code } = await transform(text, { loader: "ts", target: "es2022", format: "esm" });
  return consumer.write(`${name}.mjs`, code);
}

const readPage = (page: string) => readDocPage(readFileSync(join(root, page), "utf8"));
const nameOf = (page: string): string => page.replaceAll(/\W/g, "-");

test.each(pages)("the blocks of %s run, and print what they say", async (page) => {
  const { program, prints } = readPage(page);
  const file = await compile(nameOf(page), program);
  const { code, output } = await consumer.node("--no-warnings", file);
  expect(code, output).toBe(0);
  expect(firstUnprinted(output, prints), output).toBeUndefined();
});

const withTests = pages.filter((page) => readPage(page).tests.length > 0);

test.each(withTests)("the tests that %s shows pass", async (page) => {
  for (const [place, text] of readPage(page).tests.entries()) {
    const file = await compile(`${nameOf(page)}-${place}.test`, text);
    const { code, output } = await consumer.node("--test", "--test-reporter=tap", file);
    expect([code, output]).toEqual([0, expect.stringContaining("# fail 0")]);
  }
});

test("a claim that is not printed, or not in its place, is found", () => {
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
