// Runs the README's shell lines against a server as a reader would; docs-lines.full.test.ts runs those in
// `docs`.
import { expect, test } from "vitest";
import { linesOf, listPages, usePageServer } from "./harness/page-lines.ts";
import { pages, pagesElsewhere } from "./harness/pages-with-lines.ts";

const expectLinesToHold = usePageServer();

test("every shell line of README.md runs, with the stated exit code", async () => {
  await expectLinesToHold("README.md", {
    codes: [
      [/--max-under-triage 5%/, 1],
      [/--fail-on-regression/, 1],
    ],
  });
}, 900_000);

test("every page with shell lines has a test that runs them", () => {
  const withLines = listPages().filter((page) => linesOf(page).length > 0);
  const run = new Set(["README.md", ...Object.keys(pages), ...pagesElsewhere]);
  expect(withLines.filter((page) => !run.has(page))).toEqual([]);
});
