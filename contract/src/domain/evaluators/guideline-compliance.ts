import { defaultPassThreshold } from "../evaluation/sample-score.ts";
import type { Evaluator, SampleCase } from "./evaluator.ts";
import { foldName } from "./fold-name.ts";
import { type GuidelineQuestion, type GuidelineSet, namesOfQuestion } from "./builtin-guideline-sets.ts";
import { type PassFail, passOrFail } from "./pass-or-fail.ts";
import { listOf, memberOf, nameAt } from "./read-list.ts";

/** How asked questions become a score. */
export const guidelineScoringModes = ["proportional", "weighted", "strict"] as const;

/** Settings of `guideline_compliance`, defaults filled in and the set itself in the place of its name. */
export interface GuidelineComplianceConfig {
  /** With the questions that the request added. */
  guideline_set: GuidelineSet;
  scoring_mode: (typeof guidelineScoringModes)[number];
}

/** What a result of `guideline_compliance` says beside its score: ids and actions by the guideline's names. */
type GuidelineDetails = {
  asked: string[];
  missing: string[];
  /** Forbidden actions that were taken. */
  forbidden: string[];
  /** Required actions that were not taken. */
  missing_actions: string[];
  /** A sentence for people. */
  reason: string;
};

/** The names that an output lists, in the form in which names compare; none when it has no list. */
function namesIn(sample: SampleCase, list: "questions_asked" | "actions"): ReadonlySet<string> {
  const names = listOf(`output.${list}`, memberOf(sample.output, list), (item, place) => nameAt(item, place));
  return new Set((names ?? []).map(foldName));
}

const idsOf = (questions: readonly GuidelineQuestion[]): string[] => questions.map(({ id }) => id);

const weightOf = (questions: readonly GuidelineQuestion[]): number =>
  questions.reduce((sum, { weight }) => sum + weight, 0);

/** 100·asked/required by number or by weight, or all or nothing; 100 when nothing is required. */
function scoreOf(
  mode: GuidelineComplianceConfig["scoring_mode"],
  {
    required,
    asked,
    complete,
  }: Record<"required" | "asked", readonly GuidelineQuestion[]> & { complete: boolean },
): number {
  if (mode === "strict") return complete ? 100 : 0;
  // Of equal lists the weights may add up to sums that differ in the last digit; all asked is 100.
  if (asked.length === required.length) return 100;
  return mode === "weighted"
    ? (100 * weightOf(asked)) / weightOf(required)
    : (100 * asked.length) / required.length;
}

function sentenceOf({
  asked,
  missing,
  forbidden,
  missing_actions: undone,
}: Omit<GuidelineDetails, "reason">) {
  const parts = [`Asked ${asked.length} of ${asked.length + missing.length} required questions`];
  if (undone.length > 0) parts.push(`required and not done: ${undone.join(", ")}`);
  if (forbidden.length > 0) parts.push(`forbidden and done: ${forbidden.join(", ")}`);
  return `${parts.join("; ")}.`;
}

function judge(
  { guideline_set: set, scoring_mode: mode }: GuidelineComplianceConfig,
  sample: SampleCase,
): PassFail {
  const said = namesIn(sample, "questions_asked");
  const done = namesIn(sample, "actions");
  const isAsked = (question: GuidelineQuestion) => namesOfQuestion(question).some((name) => said.has(name));
  const asked = set.questions.filter(isAsked);
  const lists = {
    asked: idsOf(asked),
    missing: idsOf(set.questions.filter((question) => !isAsked(question))),
    forbidden: set.forbidden_actions.filter((action) => done.has(foldName(action))),
    missing_actions: set.required_actions.filter((action) => !done.has(foldName(action))),
  };
  const undone = lists.missing_actions.length > 0;
  const complete = lists.missing.length === 0 && !undone;
  const isForbidden = lists.forbidden.length > 0;
  const score = isForbidden ? 0 : scoreOf(mode, { required: set.questions, asked, complete });
  const details: GuidelineDetails = { ...lists, reason: sentenceOf(lists) };
  return {
    score,
    passed: score >= defaultPassThreshold && !undone,
    flag_reason: isForbidden ? "forbidden_action" : null,
    details,
  };
}

/**
 * `guideline_compliance`: holds `output.questions_asked` and `output.actions` against a guideline; reads no expectation.
 *
 * Score: `proportional` 100·asked/required, `weighted` the same by weight, `strict` 100 when every required question was
 * asked and every required action taken, else 0; nothing required: 100. A forbidden action scores 0 and is flagged.
 * Passed from 70 on, when no required action is missing. An output without these lists asked and did nothing; lists that
 * cannot be read score 0, flagged `invalid_output`.
 */
export const guidelineCompliance: Evaluator<GuidelineComplianceConfig> = passOrFail(
  "guideline_compliance",
  judge,
);
