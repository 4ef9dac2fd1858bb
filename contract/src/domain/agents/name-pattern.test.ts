import { describe, expect, it, test } from "vitest";
import { bySpecificity, isNamePattern, matchesName, bestPattern } from "./name-pattern.ts";

describe("matchesName", () => {
  it.each([
    ["rx.read", "rx.read", true],
    ["rx.read", "rx.reads", false],
    ["rx.read", "RX.READ", false],
    ["*", "", true],
    ["*", "rx.read", true],
    ["rx.*", "rx.", true],
    ["rx.*", "rx", false],
    ["*.read", "chart.read", true],
    ["*.read", "chart.read.all", false],
    // The prefix and the suffix must not overlap.
    ["ab*ba", "aba", false],
    ["ab*ba", "abba", true],
    ["a*b*c", "abc", true],
    ["a*b*c", "axxbxbyc", true],
    ["a*b*c", "acb", false],
    // A part before the suffix must end before the suffix begins.
    ["*ab*b", "ab", false],
    ["a**b", "ab", true],
    // No other character is special.
    ["r.d", "rxd", false],
    ["r?d", "red", false],
    ["[a-z]*", "[a-z]x", true],
    ["rx.*", "rx.\n", true],
  ])("the pattern %j against the name %j is %s", (pattern, name, expected) => {
    expect(matchesName(pattern, name)).toBe(expected);
  });

  it("agrees with the equivalent regular expression on every short name", () => {
    const names = [""];
    // The names are all 127 texts of at most 6 letters, each of which is a or b.
    for (let at = 0; at < 63; at += 1) names.push(`${names[at]}a`, `${names[at]}b`);
    const patterns = ["a*", "*a", "a*a", "*ab*", "a*b*a", "*a*b*", "ab*ab", "*a*a*a*", "a**b"];
    for (const pattern of patterns) {
      const expected = new RegExp(`^${pattern.replaceAll("*", ".*")}$`);
      for (const name of names)
        expect(matchesName(pattern, name), `${pattern} ${name}`).toBe(expected.test(name));
    }
  });
});

describe("isNamePattern", () => {
  it.each([
    ["", false],
    ["*", true],
    ["rx.read", true],
    ["*a*b*c*", true],
    ["*a*b*c*d*", false],
  ])("accepts at most 4 stars: %j is %s", (text, expected) => {
    expect(isNamePattern(text)).toBe(expected);
  });
});

test("the most specific pattern wins: exact, then literals, then prefix, then byte order", () => {
  const ordered = ["rx.read", "rx.rea*", "rx.r*", "rx*d", "*rx.", "*.rx"];
  expect(ordered.toReversed().toSorted(bySpecificity)).toEqual([
    "rx.read",
    "rx.rea*",
    "rx.r*",
    "rx*d",
    "*.rx",
    "*rx.",
  ]);
  // Both patterns have the same length and prefix. U+FF5E sorts before U+1F600 in UTF-8, and after it in
  // UTF-16.
  const [wide, face] = ["*\u{ff5e}\u{ff5e}", "*\u{1f600}"];
  expect([face, wide].toSorted(bySpecificity)).toEqual([wide, face]);
  expect(bestPattern(["*", "rx.*", "rx.read"], "rx.read")).toBe("rx.read");
  expect(bestPattern(["*", "rx.*", "rx.read"], "rx.order")).toBe("rx.*");
  expect(bestPattern(["*", "rx.*"], "RX.ORDER")).toBe("*");
  expect(bestPattern(["rx.*"], "chart.read")).toBeUndefined();
});
