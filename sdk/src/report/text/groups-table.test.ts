import { proportion } from "@assay/contract/domain";
import { describe, expect, test } from "vitest";
import type { ScoreGroup } from "../../generated/types.ts";
import { toSvg } from "../plot-node.ts";
import { groupsPlot } from "../plots/groups-plot.ts";
import { worstGroupText } from "./groups-table.ts";

const group = {
  samples: 30,
  coverage: { scored: 30, errored: 0, skipped: 0, total: 30, missing_output: 0, not_applicable: 0 },
  ci95: null,
  n_clusters: 30,
  effective_n: 30,
  passed: proportion(0, 30),
};

describe("the sentence about the lowest group", () => {
  const versus = (key: ScoreGroup["key"], change: number, tested: Partial<ScoreGroup["versus_rest"]>) => {
    const untested = { ci95: null, p_value: null, p_adjusted: null, reason: null };
    return { ...group, key, mean: 50 + change, versus_rest: { ...untested, change, ...tested } };
  };
  const sentence = (data: ScoreGroup[], worst: string | null = null): string => {
    const groups = { by: "metadata.lang", evaluator: null, data, worst, lowest: worst, omitted: 0 };
    const text = worstGroupText(groups);
    if (worst === null)
      expect(toSvg(groupsPlot("a", groups).svg)).toContain(`95 % interval, lowest first. ${text}<`);
    return text;
  };
  const lower = { p_value: 0.001, p_adjusted: 0.002 };

  test("names the samples without a key if they are significantly lower", () => {
    const without = "Samples without metadata.lang score significantly lower than all others.";
    expect(sentence([versus(null, -40, lower), versus("en", 40, lower)])).toBe(without);
    expect(sentence([versus(null, -40, lower), versus("vi", -20, lower)], "vi")).toBe(
      `Significantly lower than all others: vi. ${without}`,
    );
    for (const [change, p_adjusted] of [[-40, 0.05] as const, [40, 0.001] as const])
      expect(sentence([versus(null, change, { p_adjusted })])).toBe(
        "No group is significantly lower than all others.",
      );
  });

  test("states that scores without variation cannot be tested, and names the lowest group", () => {
    const constant = { reason: "no_variation" } as const;
    const text = (name: string) =>
      `Lower than all others, but cannot be tested: ${name}. The scores do not vary.`;
    expect(sentence([versus("en", 50, constant), versus("vi", -50, constant)])).toBe(text("vi"));
    expect(sentence([versus("en", 50, constant), versus(null, -50, constant)])).toBe(text("(none)"));
    for (const [change, reason] of [[0, "no_variation"] as const, [-50, "too_few_clusters"] as const])
      expect(sentence([versus("en", change, { reason })])).toBe(
        "No group is significantly lower than all others.",
      );
  });
});
