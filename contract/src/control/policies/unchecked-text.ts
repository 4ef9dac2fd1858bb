import type { CheckedText } from "./policy-contents.ts";

/**
 * The outline of a text for the mock, which has no engine to check the text. Only the effects of the
 * statements are read. The statements are compatible with every outcome.
 */
export function uncheckedText(text: string): CheckedText {
  const withoutTexts = text.replaceAll(/"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*/gs, "");
  const statements = [...withoutTexts.matchAll(/\b(?:permit|forbid)(?=\s*\()/g)].map(([word]) => ({
    effect: word === "permit" ? ("permit" as const) : ("forbid" as const),
    transforms: true,
    readsApproved: true,
  }));
  return { validated: "syntax", errors: [], warnings: [], names: [], statements };
}
