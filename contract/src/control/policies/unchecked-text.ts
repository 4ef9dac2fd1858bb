import type { CheckedText } from "./policy-contents.ts";

/**
 * The outline of a text that no engine has checked, for the mock: only the effects of its statements are read.
 * Its statements match every outcome.
 */
export function uncheckedText(text: string): CheckedText {
  const withoutTexts = text.replaceAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*/gs, "");
  const statements = [...withoutTexts.matchAll(/\b(?:permit|forbid)(?=\s*\()/g)].map(([word]) => ({
    effect: word === "permit" ? ("permit" as const) : ("forbid" as const),
    transforms: true,
    readsApproved: true,
  }));
  return { validated: "syntax", errors: [], warnings: [], names: [], statements };
}
