import { describe, expect, test } from "vitest";
import { reviewer } from "../tasks/task-records.fixture.ts";
import { resolveRaters } from "./rating-raters.ts";
import {
  raterAmbiguous,
  raterBlank,
  raterMisspelled,
  raterSpellings,
  raterUnknown,
} from "./rating-refusals.ts";

const place = { path: "/rater", line: 1 };
const composed = "Zo\u00eb";
const decomposed = "Zoe\u0308";

/** Returns the id and the name of each rater's reviewer, or the fault. New reviewers have the ids `new_1`, `new_2`. */
function resolved(raters: readonly string[], names: readonly string[] = [], createReviewers = true) {
  let created = 0;
  const known = names.map((name, index) => reviewer(`rvr_${index + 1}`, { name }));
  const terms = { project: "proj_1", createReviewers, now: 0, newId: () => `new_${(created += 1)}` };
  return [...resolveRaters(raters, known, terms).values()].map((one) =>
    "faultAt" in one ? one.faultAt(place) : [one.reviewer.id, one.reviewer.name],
  );
}

describe("a new rater", () => {
  test("is one reviewer, whatever the white space around the name and its Unicode form", () => {
    expect(resolved([composed, decomposed, ` ${composed}\u00a0`, "Zoe"])).toEqual([
      ...Array.from({ length: 3 }, () => ["new_1", composed]),
      ["new_2", "Zoe"],
    ]);
  });

  test("must have one spelling in the file", () => {
    expect(resolved(["Dr Zoe", "dr-zoe", " dr-zoe"])).toEqual([
      raterSpellings("Dr Zoe", "dr-zoe", place),
      raterSpellings("dr-zoe", "Dr Zoe", place),
      raterSpellings(" dr-zoe", "Dr Zoe", place),
    ]);
  });

  test("must not be another spelling of a reviewer's name", () => {
    const other = { id: "rvr_1", name: "Zoe" };
    expect(resolved(["zoe", composed], ["Zoe"])).toEqual([
      raterMisspelled("zoe", other, place),
      ["new_1", composed],
    ]);
    expect(resolved(["zoe"], ["Zoe"], false)).toEqual([raterUnknown("zoe", place)]);
  });

  test("must not be blank", () => {
    expect(resolved(["   ", "\u200b"])).toEqual([raterBlank("   ", place), raterBlank("\u200b", place)]);
    // An existing reviewer with such a name can be named by the id.
    expect(resolved(["   ", "rvr_1"], ["   "])).toEqual([raterBlank("   ", place), ["rvr_1", "   "]]);
  });

  test("has a name of at most 200 characters, also if the composed form is longer", () => {
    const long = "\u0958".repeat(200);
    expect(resolved([long])).toEqual([["new_1", long]]);
  });
});

describe("the name of a reviewer", () => {
  test("names the reviewer exactly, or after removing white space and composing characters", () => {
    for (const createReviewers of [true, false])
      expect(
        resolved([composed, decomposed, ` ${decomposed} `, " rvr_1"], [composed], createReviewers),
      ).toEqual(Array.from({ length: 4 }, () => ["rvr_1", composed]));
  });

  test("names the exact reviewer among several spellings", () => {
    const names = ["Zoe", "zoe", " Zoe"];
    expect(resolved([...names, "Zoe  "], names)).toEqual([
      ["rvr_1", "Zoe"],
      ["rvr_2", "zoe"],
      ["rvr_3", " Zoe"],
      raterAmbiguous("Zoe  ", 2, place),
    ]);
  });
});
