import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldName } from "./fold-name.ts";

describe("two names fold alike", () => {
  test.each([
    ["Urgent", "urgent", "case"],
    ["semi‑urgent", "semi_urgent", "a non-breaking hyphen and an underscore"],
    ["SEMI URGENT ", "semi−urgent", "spaces and a minus sign"],
    ["neck-stiffness", "Neck stiffness", "a hyphen"],
    ["Crohn’s disease", "crohn's disease", "apostrophes of two keyboards"],
    ["Crohns disease", "Crohn´s disease", "a missing apostrophe"],
    ["đau ngực", "đau ngực".normalize("NFD"), "the Unicode form"],
    ["ｕｒｇｅｎｔ", "urgent", "full-width letters"],
    ["Straße", "STRASSE", "sharp s"],
    ["chest\u200Bpain", "chest\u00ADpain", "invisible characters"],
    ["ESI - 2", "esi2", "separators between a letter and a digit"],
    ["10-20", "10 – 20", "any separators between two digits"],
  ])("%s and %s: %s", (one, other) => expect(foldName(one)).toBe(foldName(other)));
});

describe("two names do not fold alike", () => {
  test.each([
    ["-1", "1", "a leading dash"],
    ["troponin-", "troponin", "a trailing dash"],
    ["10-20", "1020", "separators between two digits"],
    ["resume", "résumé", "diacritics"],
    ["urgent", "urgent.", "other punctuation"],
  ])("%s and %s: %s", (one, other) => expect(foldName(one)).not.toBe(foldName(other)));
});

test("folding a folded name changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      expect(foldName(foldName(name))).toBe(foldName(name));
    }),
  );
});
