import { describe, expect, test } from "vitest";
import { chooseDimension, reliabilityToWire } from "./reliability-rules.ts";

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

describe("reliability", () => {
  const grade = (sample: string, by: string) => ({
    sample: { id: sample, externalId: null },
    reviewer: { id: by, name: by, credentials: ["MD"] },
    value: sample === "smp_1",
    blind: true,
    submittedAt: 1,
  });
  const chosen = chooseDimension(rubrics, body);

  test("is refused for fewer than two samples with two graders", () => {
    const grades = [grade("smp_1", "a"), grade("smp_1", "b"), grade("smp_2", "a")];
    expect(() => reliabilityToWire(body, chosen, grades)).toThrow("The period has 1 sample with grades");
  });

  test("is returned with the values of the request", () => {
    const grades = ["smp_1", "smp_2"].flatMap((sample) => [grade(sample, "a"), grade(sample, "b")]);
    expect(reliabilityToWire(body, chosen, grades)).toMatchObject({
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
