import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cohensKappa, countPairs, weightedKappa } from "./kappa.ts";

describe("Cohen's kappa", () => {
  test("is agreement beyond chance", () => {
    // p_o = (20 + 15)/50 = 0.7; rows 25, 25; columns 30, 20; p_e = 0.5·0.6 + 0.5·0.4 = 0.5; κ = 0.2/0.5.
    const kappa = cohensKappa([
      [20, 5],
      [10, 15],
    ]);
    expect(kappa).toEqual({ value: 0.4, n: 50, reason: null });
  });

  test("for Cohen's own example (1960) is 0.492", () => {
    // Cohen (1960): two raters assigned three diagnoses to 200 patients; p_o = 0.70, p_e = 0.41.
    const kappa = cohensKappa([
      [88, 14, 18],
      [10, 40, 10],
      [2, 6, 12],
    ]);
    expect(kappa.value).toBeCloseTo(0.4915254237, 10);
  });

  test("is 1 for full agreement on two levels and −1 for full contradiction", () => {
    expect(
      cohensKappa([
        [3, 0],
        [0, 3],
      ]).value,
    ).toBe(1);
    expect(
      cohensKappa([
        [0, 3],
        [3, 0],
      ]).value,
    ).toBe(-1);
  });

  test("is undefined, and neither 0 nor 1, if both sides use a single, identical level", () => {
    expect(
      cohensKappa([
        [7, 0],
        [0, 0],
      ]),
    ).toEqual({ value: null, n: 7, reason: "one_level" });
    expect(
      weightedKappa([
        [0, 0],
        [0, 7],
      ]),
    ).toEqual({ value: null, n: 7, reason: "one_level" });
  });

  test("is 0 if only one side uses a single level", () => {
    expect(
      cohensKappa([
        [4, 3],
        [0, 0],
      ]).value,
    ).toBe(0);
  });

  test("is undefined without pairs", () => {
    expect(
      cohensKappa([
        [0, 0],
        [0, 0],
      ]),
    ).toEqual({ value: null, n: 0, reason: "no_pairs" });
    expect(weightedKappa([])).toEqual({ value: null, n: 0, reason: "no_pairs" });
  });

  test("rejects a matrix that is not square or contains invalid counts", () => {
    expect(() => cohensKappa([[1, 2]])).toThrow("Row 0 has 2 columns");
    expect(() => cohensKappa([[-1]])).toThrow("Row 0 holds -1");
    expect(() => cohensKappa([[0.5]])).toThrow("Row 0 holds 0.5");
  });
});

describe("the weighted kappa", () => {
  test("counts a disagreement by the square of its distance", () => {
    // Σ d²·n = 4·1 + 1·1 + 1·1 = 6; rows 3, 2, 1; columns 2, 2, 2; n = 6.
    // Σ d²·r·c = 3·(0·2 + 1·2 + 4·2) + 2·(1·2 + 0 + 1·2) + 1·(4·2 + 1·2 + 0) = 30 + 8 + 10 = 48; κ = 1 − 6·6/48.
    const kappa = weightedKappa([
      [2, 0, 1],
      [0, 1, 1],
      [0, 1, 0],
    ]);
    expect(kappa.value).toBe(0.25);
  });

  test("equals the unweighted kappa on two levels", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 4, maxLength: 4 }), ([a = 0, b = 0, c = 0, d = 0]) => {
        const matrix = [
          [a, b],
          [c, d],
        ];
        expect(weightedKappa(matrix)).toEqual(cohensKappa(matrix));
      }),
    );
  });

  const matrices = fc.integer({ min: 2, max: 5 }).chain((size) =>
    fc.array(fc.array(fc.nat(40), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    }),
  );

  test("depends neither on the order of the sides nor on the direction of the levels", () => {
    fc.assert(
      fc.property(matrices, (matrix) => {
        const transposed = matrix.map((_, row) => matrix.map((cells) => cells[row] ?? 0));
        const reversed = matrix.toReversed().map((cells) => cells.toReversed());
        for (const kappa of [cohensKappa, weightedKappa]) {
          expect(kappa(transposed)).toEqual(kappa(matrix));
          expect(kappa(reversed)).toEqual(kappa(matrix));
        }
      }),
    );
  });

  test("is between −1 and 1", () => {
    fc.assert(
      fc.property(matrices, (matrix) => {
        for (const { value } of [cohensKappa(matrix), weightedKappa(matrix)]) {
          expect(Math.abs(value ?? 0)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe("counting pairs", () => {
  test("keeps the order of the levels", () => {
    const pairs: [number, number][] = [
      [10, 2],
      [2, 2],
      [10, 10],
      [10, 2],
    ];
    expect(countPairs([2, 10], pairs)).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  test("rejects a level outside the scale", () => {
    expect(() => countPairs(["a", "b"], [["a", "c"]])).toThrow(
      '"a" and "c" cannot be paired; the levels are a, b.',
    );
  });
});
