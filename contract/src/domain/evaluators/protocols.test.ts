import { describe, expect, test } from "vitest";
import { flagNamed, flagsOfProtocols, protocolNamed, protocolNames } from "./protocols.ts";

describe("the catalog of protocols", () => {
  test("has the ten protocols of the specification", () => {
    expect(protocolNames).toEqual([
      "chest_pain",
      "stroke",
      "sepsis",
      "head_injury",
      "pregnancy",
      "suicide_risk",
      "paediatric_fever",
      "anaphylaxis",
      "back_pain",
      "headache",
    ]);
  });

  test("finds a protocol by any case, by spaces and by its synonyms", () => {
    expect(["Chest Pain", "CHESTPAIN", "pediatric_fever", "tia"].map(protocolNamed)).toEqual([
      "chest_pain",
      "chest_pain",
      "paediatric_fever",
      "stroke",
    ]);
    expect(["general", "", "__proto__", "constructor"].map(protocolNamed)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("uses each name for one flag only", () => {
    for (const flag of flagsOfProtocols(protocolNames)) expect(flagNamed(flag)).toBe(flag);
  });

  test("lists a flag in each of its protocols", () => {
    const having = (flag: string) => protocolNames.filter((name) => flagsOfProtocols([name]).has(flag));
    expect(having("thunderclap_onset")).toEqual(["stroke", "headache"]);
    expect(having("new_confusion")).toEqual(["stroke", "sepsis", "head_injury"]);
    expect(flagNamed("worst headache of life")).toBe("thunderclap_onset");
  });
});
