import { describe, expect, it, test } from "vitest";
import { SimilarNames } from "./similar-names.ts";

const nearest = (name: string, ...known: string[]) => new SimilarNames(known).nearestTo(name);

describe("SimilarNames", () => {
  it.each([
    ["chart.reed", "chart.read"],
    ["agnet", "agent"],
    ["tool/call", "tools/call"],
    ["interms", "interns"],
    ["chart.red", "chart.read"],
    ["ASSAY_OUTBOUND_ALOW", "ASSAY_OUTBOUND_ALLOW"],
    ["chart.reads", "chart.read"],
    // Two edits.
    ["hcatr.read", "chart.read"],
    ["chrt.rea", "chart.read"],
    // A transposition has distance 2 if a character is also inserted or deleted between the two characters.
    ["ca", "abc"],
    ["abc", "ca"],
    // A name that differs only in case is similar at any distance.
    ["CHART.READ", "chart.read"],
    // The name has two additional characters, each of which is one code point.
    ["\u{1f600}\u{1f601}x", "x"],
  ])("%j is similar to %j", (name, known) => {
    expect(nearest(name, known)).toBe(known);
  });

  it.each([
    ["nobody", "triage-bot"],
    ["chart.write", "chart.read"],
    ["abc", "xyz"],
    ["", "abc"],
    ["abcdef", "abc"],
    ["CHXRT.READS", "chart.read"],
  ])("%j is not similar to %j", (name, known) => {
    expect(nearest(name, known)).toBeNull();
  });

  it("prefers another case, then the least distance, then the order", () => {
    expect(nearest("Read", "Rear", "read", "Bead")).toBe("read");
    expect(nearest("reed", "raad", "read", "rxxd")).toBe("read");
    expect(nearest("rxad", "read", "road")).toBe("read");
    expect(nearest("a")).toBeNull();
    expect(nearest("b", "a", "b")).toBe("b");
  });
});

/**
 * Computes the unrestricted Damerau–Levenshtein distance by the textbook recurrence (Lowrance and Wagner
 * 1975).
 */
function distance(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  const cells = new Map<string, number>();
  const cell = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    const known = cells.get(key);
    if (known !== undefined) return known;
    const costs = [
      cell(i - 1, j) + 1,
      cell(i, j - 1) + 1,
      cell(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1]),
    ];
    for (let k = 1; k < i; k += 1)
      for (let l = 1; l < j; l += 1)
        if (a[k - 1] === b[j - 1] && a[i - 1] === b[l - 1])
          costs.push(cell(k - 1, l - 1) + (i - k - 1) + 1 + (j - l - 1));
    const least = Math.min(...costs);
    cells.set(key, least);
    return least;
  };
  return cell(a.length, b.length);
}

test("a name is similar exactly up to distance 2, whatever the other names are", () => {
  // The names are all 364 texts of at most 5 letters (a, b or c) and 4 longer texts.
  const names = [""];
  for (let at = 0; at < 121; at += 1) for (const letter of "abc") names.push(`${names[at]}${letter}`);
  names.push("aabbccaa", "bacbacba", "cccccccc", "abcabcab");
  const known = names.filter((_, index) => index % 3 !== 0);
  const similar = new SimilarNames(known);
  for (const name of ["", "cab", "abcab", "bbacb", "aabbcca", "abcabc", "ccccccccc"]) {
    const least = Math.min(...known.map((one) => distance(name, one)));
    const found = similar.nearestTo(name);
    expect(found === null ? 3 : distance(name, found), name).toBe(Math.min(least, 3));
  }
});
