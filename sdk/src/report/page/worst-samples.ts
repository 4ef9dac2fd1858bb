import type { EvaluationResult } from "../../generated/types.ts";
import { element, type PlotNode } from "../plot-node.ts";
import { none, numberText } from "../text/figure-text.ts";
import { tableOf } from "./page-parts.ts";
import type { WorstSample } from "./report-data.ts";

const maxShown = 20;

/** Returns a value as indented JSON, cut at `maxChars` characters. */
function valueText(value: unknown, maxChars: number): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "null");
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars)}… (${text.length - maxChars} more characters)`;
}

/** Returns why the score of a result is low. */
function reasonOf({ flag_reason: reason, details, status }: EvaluationResult): string {
  const { classification } = details;
  return reason ?? (typeof classification === "string" ? classification : status);
}

/** Returns a section that a reader can open, with the input, the expected answer and the output. */
function contentOf({ result, input }: WorstSample, maxChars: number): PlotNode {
  const parts: [string, unknown][] = [
    ["Input", input],
    ["Expected", result.expected],
    ["Output", result.output],
  ];
  return element("details", {}, [
    element("summary", {}, [`Contents of ${sampleName(result)}`]),
    ...parts.flatMap(([label, value]) => [
      element("p", {}, [label]),
      element("pre", {}, [value === undefined ? none : valueText(value, maxChars)]),
    ]),
  ]);
}

const sampleName = ({ external_id: id, sample_id: sample }: EvaluationResult): string => id ?? sample;

/**
 * Returns a table of the samples with the lowest scores, at most 20, and the contents of each. Samples with the
 * full score are left out.
 *
 * @param samples lowest score first.
 * @param maxChars maximum characters of each input, expected answer and output; undefined leaves them out.
 */
export function worstNodes(
  name: string,
  samples: readonly WorstSample[],
  maxChars: number | undefined,
): PlotNode[] {
  const shown = samples.filter(({ result }) => (result.original_score ?? 0) < 100).slice(0, maxShown);
  if (shown.length === 0) return [];
  const rows = shown.map(({ result }) => [
    sampleName(result),
    result.evaluator,
    numberText(result.original_score, 1),
    reasonOf(result).replaceAll("_", " "),
  ]);
  const head = ["sample", "evaluator", "score", "reason"];
  const contents = maxChars === undefined ? [] : shown.map((sample) => contentOf(sample, maxChars));
  return [tableOf({ head, rows }, `Lowest automated scores of ${name}`), ...contents];
}
