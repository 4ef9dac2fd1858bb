import { describe, expect, test } from "vitest";
import { editDistance, similarName } from "./similar-name.ts";

describe("similarName", () => {
  test.each([
    // One substitution, one deletion, one insertion, one swap.
    ["chart.reed", ["chart.read", "rx.order"], "chart.read"],
    ["agnet", ["agent", "tool"], "agent"],
    ["interms", ["interns"], "interns"],
    ["tool/call", ["tools/call"], "tools/call"],
    ["ASSAY_OUTBOUND_ALOW", ["ASSAY_OUTBOUND_ALLOW", "ASSAY_DATA_DIR"], "ASSAY_OUTBOUND_ALLOW"],
  ])("suggests for %j from %j the name %j", (name, known, similar) => {
    expect(similarName(name, known)).toBe(similar);
  });

  test("prefers the same name in another case to a nearer spelling", () => {
    expect(similarName("CHART", ["cHARTx", "chart"])).toBe("chart");
    expect(similarName("RX.ORDER", ["RX.ORDEX", "rx.order"])).toBe("rx.order");
  });

  test("prefers the nearest name, and the first one of equally near names", () => {
    expect(similarName("abcd", ["abxy", "abcx", "abcy"])).toBe("abcx");
  });

  test("returns null for a distance above 2 and for an empty list", () => {
    expect(similarName("nobody", ["agent", "triage"])).toBeNull();
    expect(similarName("abc", ["xyz"])).toBeNull();
    expect(similarName("abc", [])).toBeNull();
  });

  test("returns a known name unchanged", () => {
    expect(similarName("b", ["a", "b"])).toBe("b");
  });
});

describe("editDistance", () => {
  test.each([
    // kitten → sitting: substitute k and e, insert g. ca → abc: restricted distance 3.
    ["kitten", "sitting", 3],
    ["ca", "abc", 3],
    ["ab", "ba", 1],
    ["", "abc", 3],
    ["same", "same", 0],
    // Each emoji is one code point, although it has two UTF-16 units.
    ["a😀", "a😁", 1],
  ])("of %j and %j is %d", (one, other, distance) => {
    expect(editDistance(one, other, 9)).toBe(distance);
    expect(editDistance(other, one, 9)).toBe(distance);
    expect(editDistance(one, other, distance - 1)).toBeUndefined();
  });
});
