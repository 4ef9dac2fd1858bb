import { defaultPassThreshold } from "../evaluation/sample-score.ts";
import type { Evaluator } from "./evaluator.ts";
import { foldName } from "./reading/fold-name.ts";
import { type GuidelineQuestion, type GuidelineSet, namesOfQuestion } from "./builtin-guideline-sets.ts";
import type { MissingOutputConfig } from "./missing-output.ts";
import { type PassFail, passOrFail } from "./pass-or-fail.ts";
import { type AliasConfig, mainName } from "./reading/aliases.ts";
import { listOf, memberOf, nameAt } from "./reading/read-list.ts";
import { type PathConfig, sourceAt } from "./reading/source-at.ts";

/** The ways to compute a score from the covered questions. */
export const guidelineScoringModes = ["proportional", "weighted", "strict"] as const;

/**
 * Settings of `guideline_compliance`, with defaults. They contain the guideline set itself instead of its
 * name.
 */
export interface GuidelineComplianceConfig
  extends MissingOutputConfig, AliasConfig, Pick<PathConfig, "output_path"> {
  /** The guideline, including the questions that the request added. */
  guideline_set: GuidelineSet;
  scoring_mode: (typeof guidelineScoringModes)[number];
}

/** Details of a `guideline_compliance` result. Questions and actions have the guideline's names. */
type GuidelineDetails = {
  asked: string[];
  missing: string[];
  /** Forbidden actions in the output. */
  forbidden: string[];
  /** Required actions missing in the output. */
  missing_actions: string[];
  /** A human-readable sentence. */
  reason: string;
};

const foldedMainName = (config: AliasConfig, name: string): string => foldName(mainName(config, name));

const foldedNames = (config: AliasConfig, names: readonly string[]): ReadonlySet<string> =>
  new Set(names.map((name) => foldedMainName(config, name)));

/**
 * Returns the questions and actions in an output, folded for comparison. If the output has a list at the path, the list
 * contains the questions.
 */
function readOutput(config: GuidelineComplianceConfig, output: unknown) {
  const { list, place, holder, holderPlace } = sourceAt("output", output, config.output_path);
  const namesIn = (name: string) =>
    listOf(`${holderPlace}.${name}`, memberOf(holder, name), (item, at) => nameAt(item, at)) ?? [];
  const questions = list ? listOf(place, list, (item, at) => nameAt(item, at)) : namesIn("questions_asked");
  return {
    questions: foldedNames(config, questions ?? []),
    actions: foldedNames(config, namesIn("actions")),
  };
}

const idsOf = (questions: readonly GuidelineQuestion[]): string[] => questions.map(({ id }) => id);

const weightOf = (questions: readonly GuidelineQuestion[]): number =>
  questions.reduce((sum, { weight }) => sum + weight, 0);

/**
 * Computes the score from the number or the weight of covered questions. In the mode `strict`, the score is
 * 100 or 0. If nothing is required, the score is 100.
 */
function scoreOf(
  mode: GuidelineComplianceConfig["scoring_mode"],
  {
    required,
    covered,
    complete,
  }: Record<"required" | "covered", readonly GuidelineQuestion[]> & { complete: boolean },
): number {
  if (mode === "strict") return complete ? 100 : 0;
  // Sums of equal weights may differ in the last digit, but full coverage must score exactly 100.
  if (covered.length === required.length) return 100;
  return mode === "weighted"
    ? (100 * weightOf(covered)) / weightOf(required)
    : (100 * covered.length) / required.length;
}

function sentenceOf({
  asked: covered,
  missing,
  forbidden,
  missing_actions: undone,
}: Omit<GuidelineDetails, "reason">) {
  const parts = [`Covered ${covered.length} of ${covered.length + missing.length} required questions`];
  if (undone.length > 0) parts.push(`required and not done: ${undone.join(", ")}`);
  if (forbidden.length > 0) parts.push(`forbidden and done: ${forbidden.join(", ")}`);
  return `${parts.join("; ")}.`;
}

function scoreOutput(config: GuidelineComplianceConfig, output: unknown): PassFail {
  const { guideline_set: set, scoring_mode: mode } = config;
  const { questions: listed, actions: done } = readOutput(config, output);
  const isCovered = (question: GuidelineQuestion) =>
    namesOfQuestion(question).some((name) => listed.has(foldedMainName(config, name)));
  const isDone = (action: string) => done.has(foldedMainName(config, action));
  const covered = set.questions.filter(isCovered);
  const lists = {
    asked: idsOf(covered),
    missing: idsOf(set.questions.filter((question) => !isCovered(question))),
    forbidden: set.forbidden_actions.filter(isDone),
    missing_actions: set.required_actions.filter((action) => !isDone(action)),
  };
  const undone = lists.missing_actions.length > 0;
  const complete = lists.missing.length === 0 && !undone;
  const isForbidden = lists.forbidden.length > 0;
  const score = isForbidden ? 0 : scoreOf(mode, { required: set.questions, covered, complete });
  const details: GuidelineDetails = { ...lists, reason: sentenceOf(lists) };
  return {
    score,
    passed: score >= defaultPassThreshold && !undone,
    flag_reason: isForbidden ? "forbidden_action" : null,
    details,
  };
}

/**
 * `guideline_compliance`: compares `output.questions_asked` and `output.actions`, or the same fields at another
 * path, with a guideline. Does not read the expected answer.
 *
 * With `proportional`, the score is 100·covered/required by number of questions; with `weighted`, by their
 * weight. With `strict`, the score is 100 if the output covers every required question and action, and
 * otherwise 0. If nothing is required, the score is 100. A forbidden action scores 0 and is flagged. A sample
 * passes with a score of at least 70 if no required action is missing. An output without these lists covers
 * no question. A missing output scores 0 or is skipped. Invalid lists score 0 and are flagged
 * `invalid_output`.
 */
export const guidelineCompliance: Evaluator<GuidelineComplianceConfig> = passOrFail({
  type: "guideline_compliance",
  // The guideline is the expectation, so every sample has one.
  readExpected: () => ({}),
  scoreOutput: (config, _expected, output) => scoreOutput(config, output),
});
