import { describe, expect, test } from "vitest";
import { redFlagDetection, type RedFlagDetectionConfig } from "../evaluators/red-flag-detection.ts";
import { symptomExtraction, type SymptomExtractionConfig } from "../evaluators/symptom-extraction.ts";
import { ItemPool } from "./item-pool.ts";
import { itemTally } from "./item-tally.ts";
import { maxPooledNames, pooledFiguresOf } from "./pooled-figures.ts";

type Case = [expected: unknown, output: unknown, cluster?: string];

const flagSettings: RedFlagDetectionConfig = {
  missing_output: "fail",
  protocols: [],
  require_escalation: false,
  min_confidence: 0.5,
};

function pooledFlags(cases: readonly Case[], settings: Partial<RedFlagDetectionConfig> = {}) {
  const pool = new ItemPool();
  for (const [expected, output, cluster] of cases) {
    const outcome = redFlagDetection.evaluate(
      { ...flagSettings, ...settings },
      { input: null, output, expected },
    );
    pool.add(outcome.tally ?? "", cluster ?? null);
  }
  const { block, figures } = pooledFiguresOf("red_flags", pool);
  if (block !== "red_flags") throw new Error(`The block is ${block}.`);
  return figures;
}

const flags = (...red_flags: string[]) => ({ red_flags });
const repeat = <Value>(count: number, value: Value): Value[] => Array<Value>(count).fill(value);

describe("the pooled figures of red flags", () => {
  test("show the misses that a mean over samples without flags hides", () => {
    const cases: Case[] = [
      ...repeat<Case>(10, [flags("rigors"), flags()]),
      ...repeat<Case>(190, [flags(), flags()]),
    ];
    const scores = cases.map(([expected, output]) => {
      const outcome = redFlagDetection.evaluate(flagSettings, { input: null, output, expected });
      return outcome.status === "scored" ? outcome.score : 0;
    });
    expect(scores.reduce((sum, score) => sum + score, 0) / 200).toBe(95);
    const figures = pooledFlags(cases);
    expect(figures).toMatchObject({
      samples: 200,
      expected: 10,
      found: 0,
      missed_count: 10,
      false_alarms: 0,
      sensitivity: { numerator: 0, denominator: 10, ci95: [0, expect.closeTo(0.277533, 6)] },
      missed: { numerator: 10, denominator: 10, upper95: 1 },
      precision: { denominator: 0, rate: null, ci95: null },
      f1: 0,
      f1_ci95: null,
      samples_missed: { numerator: 10, denominator: 10 },
      false_alarms_per_sample: { count: 0, samples: 200, rate: 0, ci95: null },
      truncated: false,
    });
    expect(figures.by_flag).toMatchObject({ rigors: { expected: 10, found: 0, false_alarms: 0 } });
  });

  test("count 8 found, 3 false and 2 missed items of as many samples", () => {
    const figures = pooledFlags([
      ...repeat<Case>(8, [flags("rigors"), flags("rigors")]),
      ...repeat<Case>(3, [flags(), flags("rigors")]),
      ...repeat<Case>(2, [flags("rigors"), flags()]),
    ]);
    expect(figures.precision.rate).toBeCloseTo(0.727273, 6);
    expect(figures.sensitivity.rate).toBe(0.8);
    expect(figures.f1).toBeCloseTo(16 / 21, 12);
    expect(figures.missed.upper95).toBeCloseTo(0.506901, 6);
    expect(figures.by_flag["rigors"]).toMatchObject({
      expected: 10,
      false_alarms: 3,
      missed: { upper95: figures.missed.upper95 },
    });
  });

  test("have an interval of F1 that counts the items of a sample as dependent", () => {
    const tallies = [
      [2, 0, 0],
      [1, 1, 0],
      [0, 0, 2],
    ].map(([found = 0, falseAlarms = 0, missed = 0]) =>
      itemTally("counted", {
        found: repeat(found, "a"),
        missed: repeat(missed, "b"),
        falseAlarms: repeat(falseAlarms, "c"),
        opposed: 0,
        escalationExpected: false,
        escalated: false,
      }),
    );
    const pool = new ItemPool();
    for (const tally of tallies) pool.add(tally, null);
    const { figures } = pooledFiguresOf("red_flags", pool);
    expect(figures.f1).toBeCloseTo(2 / 3, 12);
    // SE = 0.256600 and t(.975; 2) = 4.302653, so the interval is cut at both limits.
    expect(figures.f1_ci95).toEqual([0, 1]);
    // Two items of one sample: 3 of 5 are found, but there are only 3 units.
    expect(figures.sensitivity).toMatchObject({ numerator: 3, denominator: 5, n_clusters: 3 });
    // With nine times as many samples, the interval is inside: SE = 0.2566·√(3/26/(9·1/2)).
    for (const tally of tallies) for (let more = 0; more < 8; more += 1) pool.add(tally, null);
    const error = Math.sqrt(((27 / 26) * 9 * (32 / 9)) / 81 ** 2);
    const [low = 0] = pooledFiguresOf("red_flags", pool).figures.f1_ci95 ?? [];
    expect(low).toBeCloseTo(2 / 3 - 2.055529 * error, 6);
  });

  test("count the samples of one cluster as dependent", () => {
    const cases = repeat<Case>(300, [flags("rigors"), flags("rigors")]);
    const clustered = cases.map(([expected, output], at): Case => [expected, output, `case-${at % 15}`]);
    expect(pooledFlags(cases).missed.upper95).toBeCloseTo(0.009936, 6);
    const figures = pooledFlags(clustered);
    expect(figures.missed).toMatchObject({ denominator: 300, n_clusters: 15 });
    expect(figures.missed.upper95).toBeCloseTo(0.181036, 6);
    expect(figures.by_flag["rigors"]?.missed.upper95).toBeCloseTo(0.181036, 6);
    expect(figures.samples_missed.upper95).toBeCloseTo(0.181036, 6);
  });

  test("count missing, invalid and errored outputs as missed, and leave out samples out of scope", () => {
    const settings = { protocols: ["sepsis"] };
    const cases: Case[] = [
      [flags("rigors", "night_pain"), null],
      [flags("rigors"), { red_flags: "rigors" }],
      [flags("night_pain"), flags("rigors")],
      [{}, flags("rigors")],
      [{ red_flags: "rigors" }, flags("rigors")],
      [flags(), flags("rigors")],
    ];
    const expected = {
      samples: 3,
      not_applicable: 1,
      unknown_expected: 2,
      errored: 0,
      expected: 2,
      missed_count: 2,
      false_alarms: 1,
      false_alarms_per_sample: { count: 1, samples: 3, rate: 1 / 3 },
      escalation: { missed: { numerator: 2, denominator: 2 }, unnecessary: { numerator: 0, denominator: 1 } },
    };
    expect(pooledFlags(cases, settings)).toMatchObject(expected);
    const pool = new ItemPool();
    for (const [wanted, output] of cases) {
      const sample = { input: null, output, expected: wanted };
      const outcome = redFlagDetection.unscored(
        { ...flagSettings, ...settings },
        sample,
        "errored",
        "failed",
      );
      pool.add(outcome.tally ?? "", null);
    }
    expect(pooledFiguresOf("red_flags", pool).figures).toMatchObject({
      samples: 3,
      not_applicable: 1,
      unknown_expected: 2,
      errored: 3,
      missed_count: 2,
      false_alarms: 0,
    });
  });

  test("count escalations of samples", () => {
    const cases: Case[] = [
      [{ red_flags: ["rigors"] }, { red_flags: ["rigors"], escalated: true }],
      [{ red_flags: ["rigors"] }, { red_flags: ["rigors"] }],
      [
        { red_flags: [], escalated: false },
        { red_flags: [], escalated: true },
      ],
    ];
    expect(pooledFlags(cases).escalation).toMatchObject({
      missed: { numerator: 1, denominator: 2 },
      unnecessary: { numerator: 1, denominator: 1 },
    });
  });

  test("list the flags that are expected most often, under their first spelling", () => {
    const names = Array.from({ length: maxPooledNames + 5 }, (_, at) => `flag ${at + 1000}`);
    const cases = names.map((name): Case => [flags(name), flags()]);
    const { by_flag, truncated } = pooledFlags([
      ...cases,
      [flags("flag_1203", "Snake bite"), flags("__proto__", "SNAKE-BITE")],
      [flags("snake bite"), flags("snake_bite")],
    ]);
    expect(truncated).toBe(true);
    expect(Object.keys(by_flag)).toHaveLength(maxPooledNames);
    expect(Object.keys(by_flag).slice(0, 3)).toEqual(["Snake bite", "flag 1203", "flag 1000"]);
    expect(by_flag["Snake bite"]).toMatchObject({ expected: 2, found: 2, false_alarms: 0 });
    expect(Object.keys(pooledFlags([[flags(), flags("__proto__")]]).by_flag)).toEqual(["proto"]);
  });
});

describe("the pooled figures of symptoms", () => {
  const config: SymptomExtractionConfig = {
    taxonomy: "free_text",
    require_negation_handling: true,
    min_recall: 0.8,
  };
  const pooled = (cases: readonly Case[], settings: Partial<SymptomExtractionConfig> = {}) => {
    const pool = new ItemPool();
    for (const [expected, output] of cases) {
      const { tally } = symptomExtraction.evaluate(
        { ...config, ...settings },
        { input: null, output, expected },
      );
      pool.add(tally ?? "", null);
    }
    return pooledFiguresOf("symptoms", pool).figures;
  };
  const cases: Case[] = [
    [{ symptoms: ["cough"], negated: ["fever"] }, { symptoms: ["Cough", "fever"] }],
    [{ symptoms: ["cough"] }, { symptoms: ["cough"] }],
    [{ symptoms: [] }, { symptoms: [] }],
    [{ symptoms: ["rash"] }, null],
  ];

  test("count a wrong polarity as one miss and one false alarm if polarity is required", () => {
    expect(pooled(cases)).toMatchObject({
      samples: 4,
      expected: 4,
      found: 2,
      missed_count: 2,
      false_alarms: 1,
      f1: 4 / 7,
      polarity_errors: { numerator: 1, denominator: 4 },
      // The samples' F1 are 1/2, 1 and 0; the sample without symptoms has none.
      mean_f1: 0.5,
      by_symptom: {
        cough: { expected: 2, found: 2, false_alarms: 0 },
        fever: { expected: 1, found: 0, false_alarms: 1 },
        rash: { expected: 1, found: 0, false_alarms: 0 },
      },
    });
  });

  test("count a wrong polarity as found otherwise, and still report it", () => {
    expect(pooled(cases, { require_negation_handling: false })).toMatchObject({
      found: 3,
      missed_count: 1,
      false_alarms: 0,
      polarity_errors: { numerator: 1, denominator: 4 },
    });
  });

  test("are undefined without symptoms", () => {
    expect(pooled([[{ symptoms: [] }, { symptoms: [] }]])).toMatchObject({
      samples: 1,
      f1: null,
      f1_ci95: null,
      mean_f1: null,
      sensitivity: { denominator: 0, rate: null },
    });
    expect(pooled([])).toMatchObject({ samples: 0, false_alarms_per_sample: { rate: null, ci95: null } });
  });
});
