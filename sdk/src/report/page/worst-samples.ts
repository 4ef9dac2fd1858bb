import { element, type PlotNode } from "../plot-node.ts";
import { none, numberText } from "../text/figure-text.ts";
import { tableOf } from "./page-parts.ts";
import type { WorstSample } from "./report-data.ts";

const maxShown = 20;

type Result = WorstSample["result"];

/** Returns a value as indented JSON, cut at `maxChars` characters. */
function valueText(value: unknown, maxChars: number): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "null");
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars)}… (${text.length - maxChars} more characters)`;
}

/** Returns why the score of a result is low. */
function reasonOf({ flag_reason: reason, details, status }: Result): string {
  const { classification } = details;
  return reason ?? (typeof classification === "string" ? classification : status);
}

const sampleName = ({ external_id: id, sample_id: sample }: Result): string => id ?? sample;

/** Returns the shown results of each sample, in the order of its first result. */
function bySample(shown: readonly WorstSample[]): [WorstSample, ...WorstSample[]][] {
  const samples = new Map<string, [WorstSample, ...WorstSample[]]>();
  for (const one of shown) {
    const results = samples.get(one.result.sample_id);
    if (results) results.push(one);
    else samples.set(one.result.sample_id, [one]);
  }
  return [...samples.values()];
}

/**
 * Returns a section that a reader can open, with the input and the expected answer of a sample, and the output of each
 * of its shown runs.
 */
function contentOf(results: readonly [WorstSample, ...WorstSample[]], hasRuns: boolean, maxChars: number) {
  const [{ result, input, inputMissing }] = results;
  const valueNodes = (label: string, value: unknown): PlotNode[] => [
    element("p", {}, [label]),
    element("pre", {}, [value === undefined ? none : valueText(value, maxChars)]),
  ];
  return element("details", {}, [
    element("summary", {}, [`Contents of ${sampleName(result)}`]),
    ...(inputMissing === undefined
      ? valueNodes("Input", input)
      : [element("p", {}, [`Input: ${inputMissing}`])]),
    ...valueNodes("Expected", result.expected),
    ...results.flatMap(({ result: { run, output } }) =>
      valueNodes(hasRuns ? `Output of run ${run}` : "Output", output),
    ),
  ]);
}

/**
 * Returns a table of the results with the lowest scores, at most 20, and the contents of their samples. Results with the
 * full score are left out.
 *
 * @param samples lowest score first.
 * @param options.hasRuns whether the evaluation has several runs; the table then states the run of each result.
 * @param options.maxChars maximum characters of each input, expected answer and output; undefined leaves them out.
 */
export function worstNodes(
  name: string,
  samples: readonly WorstSample[],
  { hasRuns, maxChars }: { hasRuns: boolean; maxChars: number | undefined },
): PlotNode[] {
  const shown = samples.filter(({ result }) => (result.original_score ?? 0) < 100).slice(0, maxShown);
  if (shown.length === 0) return [];
  const rows = shown.map(({ result }) => [
    sampleName(result),
    ...(hasRuns ? [String(result.run)] : []),
    result.evaluator,
    numberText(result.original_score, 1),
    reasonOf(result).replaceAll("_", " "),
  ]);
  const head = ["sample", ...(hasRuns ? ["run"] : []), "evaluator", "score", "reason"];
  const contents =
    maxChars === undefined ? [] : bySample(shown).map((results) => contentOf(results, hasRuns, maxChars));
  return [tableOf({ head, rows }, `Lowest automated scores of ${name}`), ...contents];
}
