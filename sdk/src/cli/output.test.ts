import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { recordedIo } from "./io-fixture.ts";
import { createOutput, renderTable } from "./output.ts";
import { supportsColor, printable } from "./terminal.ts";

const content = {
  head: ["system", "score"],
  rows: [
    ["gpt", 91.5],
    ["llama-3", null],
  ],
} as const;

describe("results", () => {
  test("go to stdout and notes to stderr, so that results can be piped", () => {
    const io = recordedIo();
    const output = createOutput(io, false);
    output.line("Score 91.5");
    output.note("2 samples were skipped.");
    output.data({ score: 91.5 });
    expect([io.stdout.text(), io.stderr.text()]).toEqual(["Score 91.5\n", "2 samples were skipped.\n"]);
  });

  test("contain no control characters from names", () => {
    const evil = "a\u001B[2J\u009B1m\u202Eb";
    const io = recordedIo();
    const output = createOutput(io, false);
    output.line(evil, { emphasis: "red", text: evil });
    output.tables([{ head: [evil], rows: [[evil]] }]);
    output.note(`${evil}\n${evil}`);
    expect(io.stdout.text() + io.stderr.text()).toBe(
      `${["a [2J 1m ba [2J 1m b", ...Array(4).fill("a [2J 1m b")].join("\n")}\n`,
    );
    const machine = recordedIo();
    createOutput(machine, true).data([evil]);
    expect(machine.stdout.text()).toBe('[\n  "a\\u001b[2J\\u009b1m\\u202eb"\n]\n');
    expect(JSON.parse(machine.stdout.text())).toEqual([evil]);
  });

  test("for machines are one JSON document on stdout", () => {
    const io = recordedIo();
    const output = createOutput(io, true);
    output.line("Score 91.5");
    output.tables([content]);
    output.note("2 samples were skipped.");
    output.progress({ label: "gpt" }).update({ completed: 1, failed: 0, total: 1 });
    output.data({ score: 91.5 });
    expect(JSON.parse(io.stdout.text())).toEqual({ score: 91.5 });
    expect(io.stderr.text()).toBe("2 samples were skipped.\ngpt: 1 of 1 sample\n");
  });
});

describe("a table", () => {
  test("has columns of text, numbers aligned right, and no frame, which would double its lines", () => {
    const plain = ["system   score", "gpt       91.5", "llama-3      –"].join("\n");
    expect(renderTable(content, false)).toBe(plain);
    const colored = renderTable(content, true);
    expect(colored).not.toBe(plain);
    expect(stripVTControlCharacters(colored)).toBe(plain);
  });

  test("can have headings over several lines", () => {
    const table = { head: [["no", "answer"], "b"], rows: [["1", "2"]] };
    expect(renderTable(table, false)).toBe(["no      b", "answer", "1       2"].join("\n"));
  });

  test.each([
    // The table is 7 + 2 + 5 = 14 characters wide.
    [14, true],
    [13, false],
  ])("on a terminal of %d columns fits: %j", (columns, fits) => {
    const output = createOutput(recordedIo({ isTTY: true, columns }), false);
    expect(output.fits([content])).toBe(fits);
  });

  test("removes control characters of its data", () => {
    const rows = [["evil\u001B[2J\u202Ename\nx"]];
    expect(renderTable({ head: ["id"], rows }, false)).toBe("id\nevil [2J name x");
  });
});

describe("a line", () => {
  const spans = ["FAIL", " a sentence of several words"] as const;

  test.each([
    [80, true, "FAIL a sentence of several words\n"],
    [16, true, "FAIL a sentence\nof several words\n"],
    [8, true, "FAIL a\nsentence\nof\nseveral\nwords\n"],
    [3, true, "FAIL\na\nsentence\nof\nseveral\nwords\n"],
    [16, false, "FAIL a sentence of several words\n"],
  ])("on %d columns is wrapped between words on a terminal (%j)", (columns, isTTY, text) => {
    const io = recordedIo({ isTTY, columns, env: { NO_COLOR: "1" } });
    createOutput(io, false).line(...spans);
    expect(io.stdout.text()).toBe(text);
  });
});

describe("color", () => {
  test.each([
    ["on a terminal", true, {}, true],
    ["not where NO_COLOR is set", true, { NO_COLOR: "1" }, false],
    ["where NO_COLOR is empty, which does not count", true, { NO_COLOR: "" }, true],
    ["not on a dumb terminal", true, { TERM: "dumb" }, false],
    ["not in a pipe", false, {}, false],
  ])("is used %s", (_, isTTY, env, used) => {
    const io = recordedIo({ isTTY, env });
    expect(supportsColor(io.stdout, env)).toBe(used);
    createOutput(io, false).line({ emphasis: "red", text: "x" });
    expect(io.stdout.text() !== "x\n").toBe(used);
  });
});

test("printable text keeps its letters, marks and emoji", () => {
  expect(printable("Größe 🩺 عربي")).toBe("Größe 🩺 عربي");
});
