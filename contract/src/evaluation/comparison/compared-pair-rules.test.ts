import * as fc from "fast-check";
import { expect, test } from "vitest";
import { finish, type ScoredSample } from "../../domain/index.ts";
import { pairPage, type ScoredPair, sortedPairs } from "./compared-pair-rules.ts";
import { type ComparePairsQuery, comparePairsRoute } from "./compared-pairs.ts";

const sampleOf = (index: number, score: number | null): ScoredSample => ({
  sampleId: `smp_${String(index).padStart(3, "0")}`,
  externalId: null,
  caseHash: "case",
  cluster: null,
  automated: score,
  effective: score,
  passed: score === null ? null : score >= 70,
  scores: [score],
  passes: [null],
  safety: [{}],
});

const queryOf = (given: Partial<ComparePairsQuery>): ComparePairsQuery => ({
  ...comparePairsRoute.query.parse({ baseline: "eval_1", candidate: "eval_2" }),
  ...given,
});

/** Returns all pages of a query, one after another. */
function pagesOf(
  scores: readonly (readonly [number | null, number | null])[],
  given: Partial<ComparePairsQuery>,
) {
  const samples = {
    baseline: scores.map(([score], index) => sampleOf(index, score)),
    candidate: scores.map(([, score], index) => sampleOf(index, score)),
  };
  const compared = { places: null, oneDataset: true };
  const pages: ScoredPair[][] = [];
  for (let after: string | null | undefined; after !== null;) {
    const query = queryOf({ ...given, ...(after !== undefined && { after }) });
    const page = pairPage(finish(sortedPairs(samples, compared, query)), query);
    pages.push(page.data);
    after = page.next_cursor;
  }
  return pages;
}

const score = fc.oneof(
  fc.constantFrom(0, 100 / 3, 200 / 3, 100, null),
  fc.double({ min: 0, max: 100, noNaN: true }),
);

test("pages contain each pair that both sides scored once, ordered by change and then by the baseline's sample", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(score, score), { maxLength: 40 }),
      fc.constantFrom("worse", "better", "same", "all"),
      fc.integer({ min: 1, max: 7 }),
      (scores, change, limit) => {
        const pages = pagesOf(scores, { change, limit });
        const listed = pages.flat().map((pair) => ({ change: pair.change, id: pair.baseline.sampleId }));
        const sign = change === "better" ? -1 : 1;
        const expected = scores
          .flatMap(([before, after], index) =>
            before === null || after === null
              ? []
              : [{ change: after - before, id: sampleOf(index, null).sampleId }],
          )
          .filter(
            (pair) =>
              change === "all" || Math.sign(pair.change) === { worse: -1, same: 0, better: 1 }[change],
          )
          .sort((one, other) => sign * (one.change - other.change) || (one.id < other.id ? -1 : 1));
        expect(listed).toEqual(expected);
        expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
      },
    ),
  );
});
