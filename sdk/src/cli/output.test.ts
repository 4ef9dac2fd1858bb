import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { keptIo } from "./io-fixture.ts";
import { createOutput, renderTable } from "./output.ts";
import { mayColour, printable } from "./terminal.ts";

const content = {
  head: ["system", "score"],
  rows: [
    ["gpt", 91.5],
    ["llama-3", null],
  ],
} as const;

describe("results", () => {
  test("go to stdout and remarks to stderr, so that results can be piped on", () => {
    const io = keptIo();
    const output = createOutput(io, false);
    output.line("Score 91.5");
    output.note("2 samples were skipped.");
    output.data({ score: 91.5 });
    expect([io.stdout.text(), io.stderr.text()]).toEqual(["Score 91.5\n", "2 samples were skipped.\n"]);
  });

  test("for a machine are one JSON document on stdout", () => {
    const io = keptIo();
    const output = createOutput(io, true);
    output.line("Score 91.5");
    output.table(content);
    output.note("2 samples were skipped.");
    output.progress("gpt").update({ completed: 1, failed: 0, total: 1 });
    output.data({ score: 91.5 });
    expect(JSON.parse(io.stdout.text())).toEqual({ score: 91.5 });
    expect(io.stderr.text()).toBe("2 samples were skipped.\ngpt: 1 of 1 samples\n");
  });
});

describe("a table", () => {
  test("is columns of plain text where there is no terminal, numbers to the right", () => {
    expect(renderTable(content, { lines: false, colours: false })).toBe(
      ["system   score", "gpt       91.5", "llama-3      –"].join("\n"),
    );
  });

  test("is framed on a terminal", () => {
    const text = renderTable(content, { lines: true, colours: true });
    expect(text).not.toBe(stripVTControlCharacters(text));
    expect(stripVTControlCharacters(text).split("\n").slice(0, 4)).toEqual([
      "┌─────────┬───────┐",
      "│ system  │ score │",
      "├─────────┼───────┤",
      "│ gpt     │  91.5 │",
    ]);
  });

  test("keeps control characters of its data from the terminal", () => {
    const rows = [["evil\u001B[2J\u202Ename\nx"]];
    expect(renderTable({ head: ["id"], rows }, { lines: false, colours: false })).toBe("id\nevil [2J name x");
  });
});

describe("colour", () => {
  test.each([
    ["on a terminal", true, {}, true],
    ["not where NO_COLOR is set", true, { NO_COLOR: "1" }, false],
    ["where NO_COLOR is empty, which does not count", true, { NO_COLOR: "" }, true],
    ["not on a dumb terminal", true, { TERM: "dumb" }, false],
    ["not in a pipe", false, {}, false],
  ])("is used %s", (_, isTTY, env, used) => {
    const io = keptIo({ isTTY, env });
    expect(mayColour(io.stdout, env)).toBe(used);
    expect(createOutput(io, false).style("red", "x") !== "x").toBe(used);
  });
});

test("printable text keeps its letters, marks and emoji", () => {
  expect(printable("Größe 🩺 عربي")).toBe("Größe 🩺 عربي");
});
