import { expect, test } from "vitest";
import { record } from "./export-record.fixture.ts";
import { exportWriter } from "./export-writer.ts";

const decoder = new TextDecoder();

test("a JSON export is one array, regardless of the chunks of rows, with JSON values as sent", () => {
  const { input, output, ...rest } = record({ details: '{"ratio":1.0, "big": 1e2}', flag_reason: 'a "b"\n' });
  const rows = [1, 2, 3].map((version) => ({ ...rest, input, output, dataset_version: version }));
  for (const pages of [[rows], rows.map((row) => [row]), [[], rows, []]]) {
    const writer = exportWriter("json", true);
    const text = [
      ...pages.map((page) => decoder.decode(writer.write(page))),
      decoder.decode(writer.end()),
    ].join("");
    expect(text.startsWith("[\n{")).toBe(true);
    expect(text.endsWith("}\n]\n")).toBe(true);
    expect(text).toContain('"details":{"ratio":1.0, "big": 1e2},');
    expect(JSON.parse(text)).toEqual(
      rows.map((row) => ({
        ...row,
        details: { ratio: 1, big: 100 },
        metadata: { clinic: "north" },
        created_at: "2026-02-11T08:00:00.007Z",
        input: "-1",
        output: -1,
        expected: null,
      })),
    );
  }
  const empty = exportWriter("json", false);
  expect(decoder.decode(empty.write([])) + decoder.decode(empty.end())).toBe("[]\n");
});
