import { describe, expect, test } from "vitest";
import { gradingsOf } from "../../../../test/support/graded-table.ts";
import { agreementStatistics } from "./agreement-figures.ts";
import type { GradeScale, GradeValue } from "./grade-scale.ts";
import type { Gradings } from "./rated-samples.ts";
import { raterAgreement } from "./rater-agreement.ts";

type Table = readonly (readonly (GradeValue | null)[])[];

const agreementOf = (scale: GradeScale, table: Table) => raterAgreement(gradingsOf(scale, table));

const letters: GradeScale = { type: "categorical", values: ["a", "b", "c"], ordered: false };
const none = (reason: string) => ({ value: null, reason, ci95: null });

describe("statistics that are undefined", () => {
  test("include all except the percentages if all grades are in one category of a numeric scale", () => {
    const agreement = agreementOf({ type: "scale" }, [
      [7, 7],
      [7, 7],
      [7, 7],
    ]);
    expect(agreement.percent_agreement).toEqual({ value: 100, reason: null, ci95: [100, 100] });
    for (const name of [
      "cohens_kappa",
      "fleiss_kappa",
      "weighted_kappa",
      "krippendorff_alpha",
      "gwet_ac1",
    ] as const) {
      expect(agreement[name]).toEqual(none("one_category"));
    }
    expect(agreement.interpretation).toBeNull();
    expect(agreement.kappa_pairs).toEqual({ defined: 0, undefined: 1, too_few_samples: 0 });
    expect(agreement.by_pair[0]).toMatchObject({ cohens_kappa: null, reason: "one_category" });
  });

  test("do not include Gwet's AC1 if further categories are possible", () => {
    // p_e = Σ π(1 − π)/(q − 1) = 0, because only one category has grades.
    const agreement = agreementOf({ type: "boolean" }, [
      [true, true],
      [true, true],
    ]);
    expect(agreement.gwet_ac1).toEqual({ value: 1, reason: null, ci95: [1, 1] });
    expect(agreement.fleiss_kappa).toEqual(none("one_category"));
    expect(agreement.by_category).toEqual({
      false: { agreement: null, numerator: 0, denominator: 0 },
      true: { agreement: 1, numerator: 4, denominator: 4 },
    });
  });

  test("include all if no sample was graded by two raters", () => {
    for (const table of [
      [],
      [["a"]],
      [
        ["a", null],
        [null, "b"],
      ],
    ] as Table[]) {
      const agreement = agreementOf(letters, table);
      expect(agreement).toMatchObject({ n_samples: 0, by_pair: [], by_credential: {}, interpretation: null });
      expect(agreement.percent_agreement).toEqual(none("no_shared_samples"));
      expect(agreement.cohens_kappa).toEqual(none("no_shared_samples"));
      expect(agreement.gwet_ac1).toEqual(none("no_shared_samples"));
    }
  });

  test("include Cohen's kappa, with a reason, if two raters share a single sample", () => {
    const agreement = agreementOf(letters, [
      ["a", "b", null],
      ["b", null, "b"],
      [null, "c", "c"],
    ]);
    expect(agreement.cohens_kappa).toEqual(none("too_few_shared_samples"));
    expect(agreement.weighted_kappa).toEqual(none("too_few_shared_samples"));
    expect(agreement.kappa_pairs).toEqual({ defined: 0, undefined: 0, too_few_samples: 3 });
    expect(agreement.by_pair[0]).toMatchObject({
      n_samples: 1,
      cohens_kappa: null,
      reason: "too_few_shared_samples",
    });
    expect(agreement.fleiss_kappa.value).not.toBeNull();
  });

  test("are excluded from the mean over pairs, and are counted", () => {
    // Raters 1 and 2 agree on a, the only category they use. With rater 3, who uses b once, κ is 0 (see
    // above).
    const agreement = agreementOf(letters, [
      ["a", "a", "a"],
      ["a", "a", "b"],
    ]);
    expect(agreement.kappa_pairs).toEqual({ defined: 2, undefined: 1, too_few_samples: 0 });
    expect(agreement.cohens_kappa.value).toBe(0);
  });
});

describe("intervals", () => {
  test("are null if more than 5 % of the resamples leave the statistic undefined", () => {
    // A resample of ten samples lacks the only sample with b with probability (9/10)^10 = 0.35. κ is then
    // undefined.
    const table = Array.from({ length: 10 }, (_, sample): GradeValue[] =>
      sample === 0 ? ["b", "b"] : ["a", "a"],
    );
    const agreement = agreementOf(letters, table);
    expect(agreement.cohens_kappa).toEqual({ value: 1, reason: null, ci95: null });
    expect(agreement.percent_agreement.ci95).toEqual([100, 100]);
  });

  test("are null for a single shared sample", () => {
    expect(agreementOf(letters, [["a", "b"]]).percent_agreement).toEqual({
      value: 0,
      reason: null,
      ci95: null,
    });
  });

  test("of a percentage equal those of the binomial distribution", () => {
    // 60 of 100 samples agree. The number of agreeing samples in a resample follows a binomial distribution
    // (100, 0.6); its 2.5 % quantile is 50, its 97.5 % quantile 69 (R: qbinom(c(.025, .975), 100, .6) returns
    // 50 and 69). With 1,000 draws, either may be off by one.
    const table = Array.from({ length: 100 }, (_, sample): GradeValue[] => ["a", sample < 60 ? "a" : "b"]);
    const [low = 0, high = 0] = agreementOf(letters, table).percent_agreement.ci95 ?? [];
    expect(Math.abs(low - 50)).toBeLessThanOrEqual(1);
    expect(Math.abs(high - 69.5)).toBeLessThanOrEqual(1.5);
  });

  test("depend on the grades, and not on the names of samples and raters", () => {
    const table = Array.from({ length: 40 }, (_, sample): GradeValue[] => [
      sample % 7,
      (sample * sample) % 5,
    ]);
    const gradings = gradingsOf({ type: "scale" }, table);
    const renamed = {
      ...gradings,
      raters: gradings.raters.map((rater) => ({ ...rater, id: `other ${rater.id}` })),
      samples: gradings.samples.map((sample) => ({ ...sample, id: `other ${sample.id}` })),
    };
    const intervalsOf = (given: Gradings) =>
      agreementStatistics.map((name) => raterAgreement(given)[name].ci95);
    expect(intervalsOf(renamed)).toEqual(intervalsOf(gradings));
    const changed = gradingsOf({ type: "scale" }, [...table.slice(1), [6, 6]]);
    expect(intervalsOf(changed)).not.toEqual(intervalsOf(gradings));
  });
});

describe("numbers at the limits of doubles", () => {
  const shape = [
    [0, 0, 1],
    [2, 2, 2],
    [1, 3, 1],
    [3, 3, 2],
  ];
  const usual = agreementOf({ type: "scale" }, shape);

  test.each([1e-320, 1e-200, 1e200, 5e307])("keep their agreement when multiplied by %s", (factor) => {
    const agreement = agreementOf(
      { type: "scale" },
      shape.map((row) => row.map((grade) => grade * factor)),
    );
    for (const name of ["krippendorff_alpha", "weighted_kappa", "cohens_kappa"] as const) {
      expect(agreement[name].value).toBeCloseTo(usual[name].value ?? Number.NaN, 9);
    }
  });

  test("may have the maximum distance", () => {
    const max = Number.MAX_VALUE;
    const agreement = agreementOf({ type: "scale" }, [
      [-max, -max],
      [max, max],
      [-max, max],
      [max, max],
    ]);
    // With two levels, p_o = 3/4; the row shares are 1/2 and 1/2, the column shares 1/4 and 3/4, so p_e =
    // 1/2.
    expect(agreement.weighted_kappa.value).toBeCloseTo(0.5, 12);
    expect(agreement.krippendorff_alpha.value).toBeCloseTo(1 - (7 * 2) / (2 * 3 * 5), 12);
  });

  test("treat 0 and −0 as equal", () => {
    const agreement = agreementOf({ type: "scale" }, [
      [0, -0],
      [1, 1],
    ]);
    expect(agreement.percent_agreement.value).toBe(100);
    expect(Object.keys(agreement.by_category)).toEqual(["0", "1"]);
  });
});

describe("options with equal texts", () => {
  test("stay distinct: 1 is not the text 1", () => {
    const { percent_agreement: percent, by_category: byCategory } = agreementOf(
      { type: "categorical", values: [1, "1", "__proto__"], ordered: false },
      [
        [1, "1"],
        ["__proto__", "__proto__"],
      ],
    );
    expect(percent.value).toBe(50);
    expect(Object.keys(byCategory).toSorted()).toEqual(['"1"', "1", "__proto__"]);
  });
});

describe("invalid input is rejected", () => {
  const of = (scale: GradeScale, value: GradeValue) => () => agreementOf(scale, [[value, value]]);

  test("for a grade outside its scale", () => {
    expect(of(letters, "d")).toThrow('Grade is "d"; the scale accepts one of ["a","b","c"].');
    expect(of(letters, ["a"])).toThrow('Grade is ["a"]; the scale accepts one of');
    expect(of({ type: "boolean" }, "true")).toThrow('Grade is "true"; the scale accepts true or false.');
    expect(of({ type: "scale" }, "3")).toThrow('Grade is "3"; the scale accepts finite numbers.');
    expect(of({ type: "scale" }, Number.NaN)).toThrow("Grade is NaN; the scale accepts finite numbers.");
    expect(of({ type: "multi_select", values: ["x"] }, ["x", "w"])).toThrow(
      'Grade is ["x","w"]; the scale accepts lists of ["x"].',
    );
    expect(of({ type: "multi_select", values: ["x"] }, "x")).toThrow(
      'Grade is "x"; the scale accepts lists of',
    );
  });

  test("for a duplicate option, rater or sample", () => {
    expect(of({ type: "categorical", values: ["a", "a"], ordered: false }, "a")).toThrow(
      "they must be distinct",
    );
    const rating = { rater: 0, value: "a" };
    const anna = { id: "anna", credentials: [] };
    const sample = { id: "s1", ratings: [rating] };
    const refused = (given: { raters?: (typeof anna)[]; samples?: (typeof sample)[] }) => () =>
      raterAgreement({ scale: letters, raters: [anna], samples: [sample], ...given });
    expect(refused({ raters: [anna, anna] })).toThrow('The rater "anna" is listed twice');
    expect(refused({ samples: [sample, sample] })).toThrow('The sample "s1" is listed twice');
    expect(refused({ samples: [{ id: "s1", ratings: [rating, rating] }] })).toThrow(
      'Sample "s1" is graded twice by "anna"',
    );
  });

  test("for a rater who is not listed", () => {
    const samples = [{ id: "s1", ratings: [{ rater: 1, value: "a" }] }];
    expect(() => raterAgreement({ scale: letters, raters: [], samples })).toThrow(
      "Rater index 1 is outside the list of 0 raters",
    );
  });
});
