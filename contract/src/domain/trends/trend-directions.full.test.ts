import { expect, test } from "vitest";
import { falseDirections } from "./trend-simulation.fixture.ts";

const series = 4000;

test.each(["0", "0.2", "0.4", "0.6"])(
  "few series of 50 points with the autocorrelation %s have a false direction",
  (text) => {
    const share = falseDirections({ series, points: 50, autocorrelation: Number(text) });
    expect(share).toBeLessThanOrEqual(0.09);
  },
  120_000,
);

test.each([10, 20, 50, 100, 150])(
  "few series of %s independent points have a false direction",
  (points) => {
    expect(falseDirections({ series, points, autocorrelation: 0 })).toBeLessThanOrEqual(0.06);
  },
  120_000,
);
