import { describe, expect, test } from "vitest";
import { runToEnd } from "../agreement/resample.ts";
import { type DimensionGrade, measuredGrades, reliabilityFigures } from "./reliability-figures.ts";

const dimension = { id: "toString", type: "boolean" as const };

/** Creates a reviewer's grade for sample n, submitted at the given time. */
function grade(
  sample: number,
  name: string,
  value: boolean | null,
  further: Partial<Omit<DimensionGrade, "sample" | "value">> = {},
): DimensionGrade {
  return {
    sample: { id: `smp_${sample}`, externalId: null },
    reviewer: { id: `rvr_${name}`, name, credentials: ["MD"] },
    value,
    blind: true,
    imported: false,
    submittedAt: sample,
    ...further,
  };
}

const figuresOf = (grades: readonly DimensionGrade[]) =>
  runToEnd(reliabilityFigures(measuredGrades(dimension, grades), undefined));

describe("reliability", () => {
  test("counts samples with two grades, without grades that are not assessable", () => {
    const grades = [grade(1, "a", true), grade(1, "b", true), grade(2, "a", true), grade(2, "b", null)];
    expect(measuredGrades(dimension, grades)).toMatchObject({ multiRated: 1, pairs: 1 });
  });

  test("uses a reviewer's first blind grade, or else the reviewer's last grade", () => {
    const others = [1, 2].map((sample) => grade(sample, "b", true));
    const first = [grade(1, "a", false, { submittedAt: 1 }), grade(2, "a", true)];
    const second = grade(1, "a", true, { submittedAt: 2 });
    expect(figuresOf([...others, ...first, second]).percent_agreement).toBe(50);
    expect(figuresOf([second, ...first, ...others]).percent_agreement).toBe(50);
    const open = [...first, second, ...others].map((one) => ({ ...one, blind: false }));
    expect(figuresOf(open).percent_agreement).toBe(100);
    const later = { ...second, blind: false, submittedAt: 9 };
    expect(figuresOf([...others, ...first, later]).percent_agreement).toBe(50);
  });

  test("uses an imported grade only if Assay recorded none", () => {
    const others = [1, 2, 3].map((sample) => grade(sample, "b", true));
    const imported = [1, 2, 3].map((sample) => grade(sample, "a", false, { imported: true, submittedAt: 0 }));
    const recorded = [grade(1, "a", true), grade(2, "a", true, { blind: false })];
    expect(figuresOf([...others, ...imported, ...recorded]).percent_agreement).toBeCloseTo(200 / 3);
    expect(figuresOf([...recorded, ...imported, ...others]).percent_agreement).toBeCloseTo(200 / 3);
    const unable = grade(3, "a", null);
    expect(measuredGrades(dimension, [...others, ...imported, unable])).toMatchObject({ pairs: 2 });
  });

  test("does not depend on the id of the dimension", () => {
    const grades = [1, 2, 3, 4, 5].flatMap((sample) => [
      grade(sample, "a", sample > 2),
      grade(sample, "b", sample > 1),
    ]);
    const other = measuredGrades({ ...dimension, id: "other" }, grades);
    expect(runToEnd(reliabilityFigures(other, undefined))).toEqual(figuresOf(grades));
  });

  test("takes each reviewer's credentials from the last grade, for any order of the grades", () => {
    const credentials = (sample: number) => (sample < 3 ? ["RN"] : ["MD"]);
    const grades = [1, 2, 3, 4].flatMap((sample) => [
      grade(sample, "a", true, {
        reviewer: { id: "rvr_a", name: "a", credentials: credentials(sample) },
      }),
      grade(sample, "b", sample > 1),
    ]);
    const forth = figuresOf(grades);
    expect(Object.keys(forth.by_credential)).toEqual(["MD"]);
    expect(figuresOf(grades.toReversed())).toEqual(forth);
  });
});
