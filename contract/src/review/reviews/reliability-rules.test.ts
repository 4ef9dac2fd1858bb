import { describe, expect, test } from "vitest";
import { alphaMetrics, runToEnd } from "../../domain/index.ts";
import { ApiError } from "../../platform/errors.ts";
import { checkGradePairs, chooseDimension, reliabilityToWire } from "./reliability-rules.ts";

const dimension = (id: string) => ({ id, name: id, type: "boolean" as const, required: true });
const rubrics = [
  { id: "rub_2", dimensions: [dimension("safe"), dimension("polite")] },
  { id: "rub_1", dimensions: [dimension("safe")] },
];
const body = {
  project: "proj_1",
  dimension: "polite",
  period: "30d",
  include_unblinded: false,
  rubric: undefined,
  alpha_metric: undefined,
};

describe("the dimension of a measurement", () => {
  test("is found in the only rubric that has it, or in the named rubric", () => {
    expect(chooseDimension(rubrics, body)).toMatchObject({ rubric: "rub_2", dimension: { id: "polite" } });
    const named = chooseDimension(rubrics, { ...body, dimension: "safe", rubric: "rub_1" });
    expect(named).toMatchObject({ rubric: "rub_1", dimension: { id: "safe" } });
  });

  test("is refused for an unknown rubric, an unknown dimension, and a dimension of several rubrics", () => {
    expect(() => chooseDimension(rubrics, { ...body, rubric: "rub_3" })).toThrow('Rubric "rub_3" not found');
    expect(() => chooseDimension(rubrics, { ...body, dimension: "kind" })).toThrow(
      'Dimension "kind" not found. Use one of "safe", "polite".',
    );
    expect(() => chooseDimension(rubrics, { ...body, dimension: "safe" })).toThrow('"rub_2", "rub_1"');
  });
});

describe("the distance for alpha", () => {
  const options = [
    { value: "low", label: "Low" },
    { value: "high", label: "High" },
  ];
  const graded = [
    dimension("boolean"),
    { ...dimension("chosen"), type: "multi_select" as const, options },
    { ...dimension("named"), type: "categorical" as const, options },
    { ...dimension("leveled"), type: "categorical" as const, options, ordered: true },
    { ...dimension("points"), type: "scale" as const, min: 0, max: 10 },
  ];
  const acceptedFor = (id: string) =>
    alphaMetrics.filter((metric) => {
      try {
        chooseDimension([{ id: "rub_1", dimensions: graded }], {
          ...body,
          dimension: id,
          alpha_metric: metric,
        });
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === "validation_failed") return false;
        throw error;
      }
    });

  test("is nominal without an order, nominal or ordinal for ordered options, and any for numbers", () => {
    expect(graded.map(({ id }) => acceptedFor(id))).toEqual([
      ["nominal"],
      ["nominal"],
      ["nominal"],
      ["nominal", "ordinal"],
      ["nominal", "ordinal", "interval"],
    ]);
  });

  test("is refused with its value and the accepted ones", () => {
    const of = (id: string) => () =>
      chooseDimension([{ id: "rub_1", dimensions: graded }], {
        ...body,
        dimension: id,
        alpha_metric: "interval",
      });
    expect(of("boolean")).toThrow(
      'alpha_metric is "interval"; it must be nominal, because dimension "boolean" has the type boolean.',
    );
    expect(of("leveled")).toThrow(
      'alpha_metric is "interval"; it must be nominal or ordinal, because dimension "leveled" has the type categorical and is ordered.',
    );
  });
});

describe("reliability", () => {
  const grade = (sample: string, by: string) => ({
    sample: { id: sample, externalId: null },
    reviewer: { id: by, name: by, credentials: ["MD"] },
    value: sample === "smp_1",
    blind: true,
    imported: false,
    submittedAt: 1,
  });
  const chosen = chooseDimension(rubrics, body);

  test("is refused for fewer than two samples with two graders", () => {
    const grades = [grade("smp_1", "a"), grade("smp_1", "b"), grade("smp_2", "a")];
    expect(() => runToEnd(reliabilityToWire(body, chosen, grades))).toThrow(
      "The period has 1 sample with grades",
    );
  });

  test("is refused above 20,000,000 pairs of grades of the same sample, before it is computed", () => {
    expect(() => checkGradePairs(20_000_000)).not.toThrow();
    // Each of two samples has 4,500 · 4,499 / 2 pairs.
    const grades = ["smp_1", "smp_2"].flatMap((sample) =>
      Array.from({ length: 4500 }, (_, rater) => grade(sample, `r${rater}`)),
    );
    expect(() => runToEnd(reliabilityToWire(body, chosen, grades))).toThrow(
      "The period has 20245500 pairs of grades (two grades of one sample); it must have at most 20000000. Use a shorter period.",
    );
  });

  test("is returned with the values of the request", () => {
    const grades = ["smp_1", "smp_2"].flatMap((sample) => [grade(sample, "a"), grade(sample, "b")]);
    expect(runToEnd(reliabilityToWire(body, chosen, grades))).toMatchObject({
      project: "proj_1",
      rubric: "rub_2",
      dimension: "polite",
      period: "30d",
      include_unblinded: false,
      percent_agreement: 100,
      n_samples: 2,
    });
  });
});
