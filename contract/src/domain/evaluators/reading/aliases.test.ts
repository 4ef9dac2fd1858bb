import { describe, expect, test } from "vitest";
import { triageLevelKey } from "../../triage/triage-levels.ts";
import { type Aliases, aliasFaults, mainName } from "./aliases.ts";
import { foldName } from "./fold-name.ts";

describe("the main name of a name", () => {
  const aliases = { chest_pain: ["Angina pectoris", "brustschmerz"] };

  test("is found by folded alias; other names are their own main names", () => {
    expect(mainName({ aliases }, "ANGINA-PECTORIS")).toBe("chest_pain");
    expect(mainName({ aliases }, "Chest pain")).toBe("chest_pain");
    expect(mainName({ aliases }, "Fever")).toBe("Fever");
    expect(mainName({}, "angina pectoris")).toBe("angina pectoris");
  });
});

describe("names that stand for two main names", () => {
  const faults = (aliases: Aliases) => aliasFaults(aliases, [], foldName);

  test("are a repeated main name, another main name, and an alias of another main name", () => {
    expect(faults({ "a b": ["x"], a_b: ["y"] })).toEqual([{ name: "a_b", index: undefined, taken: "a b" }]);
    expect(faults({ fever: ["Cough"], cough: ["hacking"] })).toEqual([
      { name: "fever", index: 0, taken: "cough" },
    ]);
    expect(faults({ fever: ["hot"], cough: ["hacking", "HOT "] })).toEqual([
      { name: "cough", index: 1, taken: "fever" },
    ]);
  });

  test("do not include repeats within one entry", () => {
    expect(faults({ fever: ["Fever", "hot", "hot"], cough: ["hacking"] })).toEqual([]);
  });

  test("include levels and numbers of equal value", () => {
    const ofLevels = (aliases: Aliases) => aliasFaults(aliases, ["1", "urgent"], triageLevelKey);
    expect(ofLevels({ urgent: ["1.0", "two"] })).toEqual([{ name: "urgent", index: 0, taken: "1" }]);
    expect(ofLevels({ "1": ["two"], Urgent: ["2"] })).toEqual([]);
  });
});
