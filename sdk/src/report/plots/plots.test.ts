import { boundedProportion, proportion } from "@assay/contract/domain";
import { describe, expect, test } from "vitest";
import type { EvaluationScores, ScoreGroup } from "../../generated/types.ts";
import {
  evaluationOf,
  goodCounts,
  poorCounts,
  redFlags,
  triageOf,
  withFigures,
} from "../evaluation.fixture.ts";
import { type Plot, type PlotNode, toSvg } from "../plot-node.ts";
import { comparison, share } from "../text/comparison.fixture.ts";
import { forestPlot, safetyForestPlot } from "./comparison-plots.ts";
import { confusionPlot } from "./confusion-plot.ts";
import { distributionPlot } from "./distribution-plot.ts";
import { groupsPlot } from "./groups-plot.ts";
import { fitted } from "./plot-frame.ts";
import { overviewPlot, recallPlot } from "./triage-plots.ts";

const both = [evaluationOf("nightingale-1.0"), evaluationOf("mercury-0.9", poorCounts)];

/** Returns the texts of a plot, apart from its style. */
const textsOf = (node: PlotNode): string[] =>
  node.tag === "style"
    ? []
    : node.children.flatMap((child) => (typeof child === "string" ? [child] : textsOf(child)));
const textsIn = (plot: Plot | undefined): string[] => (plot ? textsOf(plot.svg) : []);

const coverage = { scored: 4, errored: 0, skipped: 0, total: 4, missing_output: 0, not_applicable: 0 };
const group = (key: ScoreGroup["key"], mean: number | null): ScoreGroup => ({
  key,
  samples: 4,
  coverage,
  mean,
  ci95: mean === null ? null : [mean - 10, mean],
  n_clusters: 4,
  effective_n: 4,
  passed: proportion(2, 4),
  versus_rest: { change: null, ci95: null, p_value: null, p_adjusted: null, reason: "too_few_clusters" },
});

const scores = (counts: readonly number[]): EvaluationScores => ({
  object: "evaluation_scores",
  evaluation_id: "eval_a",
  aggregate: 50,
  weighted_aggregate: 50,
  sample_count: counts.reduce((sum, count) => sum + count, 0),
  pass_rate: 50,
  coverage,
  distribution: {
    buckets: counts.map((count, index) => ({ range: `${10 * index}-${10 * index + 10}`, count })),
  },
});

/** Every plot of the same data. */
const allPlots = (width: number, name = "nightingale-1.0"): (Plot | undefined)[] => {
  const named = [evaluationOf(name), evaluationOf("mercury-0.9", poorCounts)];
  const compared = { ...comparison, baseline: { ...comparison.baseline, name } };
  return [
    overviewPlot(named, { width }),
    recallPlot(named, { width }),
    confusionPlot(name, triageOf(poorCounts), { width }),
    distributionPlot(name, scores([0, 3, 0, 40]), { width }),
    forestPlot([compared], { width }),
    safetyForestPlot([{ ...compared, safety: { emergent_not_caught: share([1, 9]) } }], { width }),
    groupsPlot(
      name,
      { by: "tags", evaluator: null, data: [group(name, 50)], worst: null, lowest: null, omitted: 0 },
      { width },
    ),
  ];
};

describe("each plot", () => {
  test.each([288, 680, 1200])("has a title, a description, a size and a table at %i px", (width) => {
    for (const plot of allPlots(width)) {
      expect(plot?.svg.attrs).toMatchObject({ role: "img", width });
      const [title, description] = plot?.svg.children.slice(0, 2) ?? [];
      expect([title, description]).toMatchObject([{ tag: "title" }, { tag: "desc" }]);
      expect(plot?.numbers.rows.length).toBeGreaterThan(0);
      for (const row of plot?.numbers.rows ?? []) expect(row.length).toBe(plot?.numbers.head.length);
    }
  });

  test("keeps every mark and text inside its width", () => {
    for (const plot of allPlots(288)) {
      const xs = [...(plot ? toSvg(plot.svg) : "").matchAll(/ (?:x|cx|x1|x2)="(-?[\d.]+)"/g)].map(([, x]) =>
        Number(x),
      );
      expect(Math.min(...xs)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...xs)).toBeLessThanOrEqual(288);
    }
  });

  test("shows names from data as text, never as markup, and has no script and no address", () => {
    const hostile = `</title><script>alert(1)</script><a href="javascript:x">&\u202E\u0000`;
    for (const plot of allPlots(680, hostile)) {
      const text = plot ? toSvg(plot.svg) : "";
      expect(text).not.toMatch(/<script|<a |[^\P{Cc}\n]|\p{Bidi_Control}/u);
      expect(text.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:|url\(/);
    }
  });

  test("has the same bytes for the same data", () => {
    const bytes = () => allPlots(680).map((plot) => plot && toSvg(plot.svg));
    expect(bytes()).toEqual(bytes());
  });
});

describe("the overview", () => {
  test("states missed emergencies first, with counts, denominators and bounds", () => {
    const plot = overviewPlot(both);
    expect(textsIn(plot)[0]).toBe("emergent not caught: nightingale-1.0 1 of 20, mercury-0.9 9 of 20");
    expect(plot.numbers.rows[0]).toEqual([
      "emergent not caught (lower is better)",
      "nightingale-1.0",
      "1/20 = 5.0 % (≤ 21.6 %)",
    ]);
    expect(textsIn(plot)).toContain("9/20 = 45.0 % (≤ 65.3 %)");
  });

  test("states missed red flags after missed emergencies, or first without a triage evaluator", () => {
    const shown = overviewPlot([withFigures(evaluationOf("a"), { red_flags: redFlags }), evaluationOf("b")]);
    expect(shown.numbers.rows.slice(2, 4)).toEqual([
      ["missed flags (lower is better)", "a", "2/10 = 20.0 % (≤ 50.7 %)"],
      ["missed flags (lower is better)", "b", "undefined: not evaluated"],
    ]);
    const alone = overviewPlot([withFigures(evaluationOf("a", null), { red_flags: redFlags })]);
    expect(textsIn(alone)[0]).toBe("missed flags: a 2 of 10");
  });

  test("states the reason if a figure is undefined, and draws no mark", () => {
    const empty = evaluationOf("new", { emergent: {}, urgent: {}, routine: {} });
    const plot = overviewPlot([empty]);
    expect(textsIn(plot).filter((text) => text.startsWith("undefined"))).toEqual([
      "undefined (denominator 0)",
      "undefined (denominator 0)",
      "undefined: no sample has a score",
    ]);
    expect(toSvg(plot.svg)).not.toContain("<circle");
  });

  test("shows the score alone without a triage evaluator", () => {
    const plot = overviewPlot([evaluationOf("a", null)]);
    expect(plot.numbers.rows.map(([heading]) => heading)).toEqual(["combined score (higher is better)"]);
    expect(recallPlot([evaluationOf("a", null)])).toBeUndefined();
  });
});

describe("the confusion matrix", () => {
  test("has each count, and names responses without a level", () => {
    const texts = textsIn(confusionPlot("b", triageOf(poorCounts)));
    for (const text of ["11", "6", "no answer", "invalid"]) expect(texts).toContain(text);
    expect(textsIn(confusionPlot("a", triageOf(goodCounts)))).not.toContain("no answer");
  });

  test("refers to the numbers if its columns do not fit", () => {
    const levels = Array.from({ length: 20 }, (_, index) => `level ${index}`);
    const plot = confusionPlot(
      "a",
      triageOf(Object.fromEntries(levels.map((level) => [level, { [level]: 1 }]))),
      {
        width: 288,
      },
    );
    expect(textsIn(plot).join()).toContain("20 columns do not fit");
    expect(plot.numbers.rows.length).toBe(20);
  });
});

describe("the forest of a comparison", () => {
  test("shades the margin and states change, interval and p", () => {
    const plot = forestPlot([comparison]);
    expect(textsIn(plot)).toContain("-17.0 [-26.5 to -7.5], p 0.001");
    expect(plot && toSvg(plot.svg)).toContain("ap-band");
  });

  test("has one row per candidate in each group", () => {
    const other = { ...comparison, candidate: { ...comparison.candidate, id: "eval_x", name: "x" } };
    expect(
      forestPlot([comparison, other])?.numbers.rows.map(([figure, name]) => `${figure}: ${name}`),
    ).toEqual(["combined score: mercury-0.9", "passed: mercury-0.9", "combined score: x", "passed: x"]);
  });

  test("names the baseline with its id if a candidate has the same name", () => {
    const namesake = { ...comparison.candidate, id: "eval_x", name: comparison.baseline.name };
    const plot = forestPlot([comparison, { ...comparison, candidate: namesake }]);
    expect(textsIn(plot)[0]).toBe(
      `Scores (points) compared with nightingale-1.0 (${comparison.baseline.id})`,
    );
    expect(plot?.numbers.rows.at(-1)?.[1]).toBe("nightingale-1.0 (eval_x)");
  });

  test("does not exist without a comparison or a safety check", () => {
    expect(forestPlot([])).toBeUndefined();
    expect(safetyForestPlot([comparison])).toBeUndefined();
  });

  test("states the reason if no sample was scored for both", () => {
    const none = { ...comparison, change: null, ci95: null, n_paired: 0, p_adjusted: null };
    expect(textsIn(forestPlot([none]))).toContain("undefined: no pair (n 0)");
  });
});

test("a distribution without a score states so", () => {
  expect(textsIn(distributionPlot("a", scores([0, 0])))).toContain("No sample has a score.");
});

test("groups are drawn lowest first, at most 25, and the worst one has its own shape", () => {
  const data = Array.from({ length: 30 }, (_, index) => group(`g${index}`, 90 - index));
  const plot = groupsPlot("a", {
    by: "tags",
    evaluator: null,
    data,
    worst: "g29",
    lowest: "g29",
    omitted: 2,
  });
  const drawn = textsIn(plot).filter((text) => /^g\d+$/.test(text));
  expect([drawn[0], drawn.length, plot.numbers.rows.length]).toEqual(["g29", 25, 30]);
  expect(textsIn(plot)[1]).toContain(
    "significantly lower than all others: g29. 7 further groups are not drawn.",
  );
  expect(toSvg(plot.svg).match(/<path class="ap-mark"[^>]*transform/g)?.length).toBe(1);
});

test("the table of groups has the missed emergencies and red flags of each group that states them", () => {
  const first = {
    ...group("a", 50),
    emergent_not_caught: boundedProportion(1, 20),
    missed_flags: boundedProportion(2, 10),
  };
  const numbersOf = (data: ScoreGroup[]) =>
    groupsPlot("a", { by: "tags", evaluator: null, data, worst: null, lowest: null, omitted: 0 }).numbers;
  const { head, rows } = numbersOf([first, group("b", 60)]);
  expect(head.slice(0, 4)).toEqual(["group", "not caught", "missed flags", "mean"]);
  expect(rows.map((row) => row.slice(1, 3))).toEqual([
    ["1/20 = 5.0 % (≤ 21.6 %)", "2/10 = 20.0 % (≤ 50.7 %)"],
    ["–", "–"],
  ]);
  expect(numbersOf([group("b", 60)]).head.slice(0, 2)).toEqual(["group", "mean"]);
});

test("groups without a score or a key have a text", () => {
  const plot = groupsPlot("a", {
    by: "split",
    evaluator: null,
    data: [group(null, null)],
    worst: null,
    lowest: null,
    omitted: 0,
  });
  expect(plot.numbers.rows[0]?.slice(0, 2)).toEqual(["(none)", "undefined: no sample has a score (n 4)"]);
  expect(
    textsIn(groupsPlot("a", { by: "x", evaluator: null, data: [], worst: null, lowest: null, omitted: 0 })),
  ).toContain("No sample has a group.");
});

test("a text that is too wide is cut between characters, and wide characters count twice", () => {
  expect(fitted("abc", 100)).toBe("abc");
  expect(fitted("abcdefghij", 40)).toBe("abcd…");
  expect(fitted("👩👩👩👩👩👩", 40)).toBe("👩👩…");
});

test.each([
  ["≤ 21.67", "≤…"],
  ["n -467", "n…"],
  ["4, 67 to", "4, 67…"],
  ["4678", "46…"],
])("the text %j becomes %j if it is cut, so that no number lacks digits", (text, cut) => {
  expect(fitted(text, 6.7 * (text.length - 1))).toBe(cut);
});
