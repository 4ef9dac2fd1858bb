import type { StoredGuidelineSet } from "./guideline-set-rules.ts";

/** Converts a guideline set to its form in responses. */
export const guidelineSetToWire = ({ set, createdAt }: StoredGuidelineSet) => ({
  object: "guideline_set" as const,
  name: set.name,
  questions: set.questions.map(({ synonyms, ...question }) => ({ ...question, synonyms: [...synonyms] })),
  required_actions: [...set.required_actions],
  forbidden_actions: [...set.forbidden_actions],
  created_at: new Date(createdAt).toISOString(),
});
