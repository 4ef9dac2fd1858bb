import * as fc from "fast-check";
import { expect, test } from "vitest";
import { agreementByDefinition, type GradeTable } from "../../../../test/support/agreement-by-definition.ts";
import { gradingsOf } from "../../../../test/support/graded-table.ts";
import { agreementStatistics } from "./agreement-figures.ts";
import { alphaMetrics, type GradeScale } from "./grade-scale.ts";
import { raterAgreement, type RaterAgreement } from "./rater-agreement.ts";
import type { Gradings } from "./rated-samples.ts";

const categories = [0, 1, 2, 5];
const asOptions: GradeScale = { type: "categorical", values: categories, ordered: false };

/**
 * Tables of samples by raters, with gaps. They are small because each table is resampled a thousand times.
 */
const tables: fc.Arbitrary<(number | null)[][]> = fc.integer({ min: 2, max: 5 }).chain((raters) =>
  fc.array(
    fc.array(fc.option(fc.constantFrom(...categories), { freq: 4 }), {
      minLength: raters,
      maxLength: raters,
    }),
    { minLength: 1, maxLength: 12 },
  ),
);

const shared = (table: GradeTable) => table.some((row) => row.filter((grade) => grade !== null).length > 1);

const runs = { numRuns: 60 };

function expectNear(agreement: RaterAgreement, wanted: Record<string, number | null>): void {
  for (const [name, value] of Object.entries(wanted)) {
    const figure = agreement[name as (typeof agreementStatistics)[number]];
    if (value === null) expect(figure.value, name).toBeNull();
    else expect(figure.value, name).toBeCloseTo(value, 9);
  }
}

test("every statistic equals its definition computed over each pair", () => {
  fc.assert(
    fc.property(tables.filter(shared), (table) => {
      const given = [...new Set(table.flat().filter((grade) => grade !== null))];
      const { krippendorff_alpha: alpha, ...numbers } = agreementByDefinition(table, given);
      const asNumbers = gradingsOf({ type: "scale" }, table);
      for (const metric of alphaMetrics)
        expectNear(raterAgreement(asNumbers, metric), { ...numbers, krippendorff_alpha: alpha[metric] });
      const { weighted_kappa: _, krippendorff_alpha: __, ...rest } = agreementByDefinition(table, categories);
      expectNear(raterAgreement(gradingsOf(asOptions, table)), {
        ...rest,
        krippendorff_alpha: alpha.nominal,
      });
    }),
    runs,
  );
});

test("the order of samples, grades and raters does not change a single bit of the result", () => {
  const shuffled = tables.chain((table) => {
    const gradings = gradingsOf({ type: "scale" }, table);
    const raters = [...gradings.raters.keys()];
    return fc.record({
      gradings: fc.constant(gradings),
      order: fc.shuffledSubarray(raters, { minLength: raters.length }),
      samples: fc.shuffledSubarray([...gradings.samples], { minLength: gradings.samples.length }),
    });
  });
  fc.assert(
    fc.property(shuffled, ({ gradings, order, samples }) => {
      const other: Gradings = {
        ...gradings,
        raters: order.flatMap((place) => gradings.raters[place] ?? []),
        samples: samples.map(({ id, ratings }) => ({
          id,
          ratings: ratings.toReversed().map(({ rater, value }) => ({ rater: order.indexOf(rater), value })),
        })),
      };
      expect(raterAgreement(other)).toEqual(raterAgreement(gradings));
    }),
    runs,
  );
});

test("the names of categories change only the weighted kappa", () => {
  const renamed = fc.record({
    table: tables,
    names: fc.shuffledSubarray(["w", "x", "y", "z"], { minLength: 4 }),
  });
  fc.assert(
    fc.property(renamed, ({ table, names }) => {
      const named = table.map((row) =>
        row.map((grade) => (grade === null ? null : (names[categories.indexOf(grade)] ?? null))),
      );
      const one = raterAgreement(gradingsOf(asOptions, table));
      const scale: GradeScale = { type: "categorical", values: ["w", "x", "y", "z"], ordered: false };
      const other = raterAgreement(gradingsOf(scale, named));
      for (const name of agreementStatistics) {
        if (name === "weighted_kappa") continue;
        const { value } = other[name];
        if (value === null) expect(one[name].value).toBeNull();
        else expect(one[name].value).toBeCloseTo(value, 9);
      }
    }),
    runs,
  );
});

test("moving and scaling a numeric scale changes nothing", () => {
  fc.assert(
    fc.property(tables, fc.constantFrom(-3, 0.1, 1000), fc.constantFrom(-7, 0.5, 1e6), (table, by, to) => {
      const moved = table.map((row) => row.map((grade) => (grade === null ? null : grade * by + to)));
      const one = raterAgreement(gradingsOf({ type: "scale" }, table));
      const other = raterAgreement(gradingsOf({ type: "scale" }, moved));
      for (const name of ["weighted_kappa", "krippendorff_alpha"] as const) {
        const { value } = one[name];
        if (value === null) expect(other[name].value).toBeNull();
        else expect(other[name].value).toBeCloseTo(value, 7);
      }
    }),
    runs,
  );
});

test("no figure is NaN, infinite or above full agreement, and every null has a reason", () => {
  fc.assert(
    fc.property(tables, (table) => {
      const agreement = raterAgreement(gradingsOf({ type: "scale" }, table));
      for (const name of agreementStatistics) {
        const { value, reason, ci95 } = agreement[name];
        expect(value === null).toBe(reason !== null);
        const max = name.startsWith("percent") ? 100 : 1;
        for (const figure of [value ?? 0, ...(ci95 ?? [])]) {
          expect(Number.isFinite(figure)).toBe(true);
          expect(figure).toBeLessThanOrEqual(max + 1e-12);
        }
        if (ci95) expect(ci95[0]).toBeLessThanOrEqual(ci95[1]);
      }
      for (const { cohens_kappa: plain, weighted_kappa: weighted } of agreement.by_pair) {
        expect(Math.abs(plain ?? 0)).toBeLessThanOrEqual(1);
        expect(Math.abs(weighted ?? 0)).toBeLessThanOrEqual(1);
      }
    }),
    runs,
  );
});

test("full agreement is 1 for every statistic that is defined", () => {
  const unanimous = fc
    .array(fc.constantFrom(...categories), { minLength: 2, maxLength: 12 })
    .map((grades) => grades.map((grade) => [grade, grade, grade]));
  fc.assert(
    fc.property(unanimous, (table) => {
      const agreement = raterAgreement(gradingsOf({ type: "scale" }, table));
      expect(agreement.percent_agreement.value).toBe(100);
      for (const name of agreementStatistics.slice(2)) expect(agreement[name].value ?? 1).toBe(1);
      for (const { agreement: one } of Object.values(agreement.by_category)) expect(one).toBe(1);
    }),
    runs,
  );
});
