// A report as one HTML file: no script, no address, the same bytes for the same data.
import { counted } from "@assay/contract/domain";
import type { Evaluation, EvaluationScores } from "../../generated/types.ts";
import { element, escapeText, type NumbersTable, type PlotNode, toSvg } from "../plot-node.ts";
import { confusionPlot } from "../plots/confusion-plot.ts";
import { forestPlot, safetyForestPlot } from "../plots/comparison-plots.ts";
import { distributionPlot } from "../plots/distribution-plot.ts";
import { groupsPlot } from "../plots/groups-plot.ts";
import { overviewPlot, recallPlot } from "../plots/triage-plots.ts";
import { cautions, safetyFaults, verdictText } from "../text/comparison-text.ts";
import { invalidAnswersTable, invalidExpectedTable } from "../text/invalid-levels-table.ts";
import { itemTables } from "../text/pooled-rows.ts";
import { resultLegend, resultRows } from "../text/result-rows.ts";
import { missedFlagsSentence, safetySentence } from "../text/safety-sentence.ts";
import { withDistinctNames, withDistinctSystems } from "../text/system-names.ts";
import { figureOf, listOf, paragraph, section, tableOf } from "./page-parts.ts";
import { pageStyle } from "./page-style.ts";
import type { ReportData } from "./report-data.ts";
import { worstNodes } from "./worst-samples.ts";

/** Maximum size of a report in bytes, if shortening inputs and outputs suffices: 2 MB. */
const maxBytes = 2_000_000;
/** Maximum characters of each input and output, tried in order until the report is small enough. */
const charLimits = [4000, 1000, 250, 0];

/** Returns the data with a distinct name for each evaluation. */
const distinctlyNamed = (data: ReportData): ReportData => ({
  ...data,
  evaluations: withDistinctNames(data.evaluations),
  comparisons: withDistinctSystems(data.comparisons ?? [], data.evaluations),
});

function verdictNodes({ evaluations, comparisons = [] }: ReportData): PlotNode[] {
  return [
    ...[...evaluations.map(safetySentence), ...evaluations.map(missedFlagsSentence)].flatMap((text) =>
      text ? [paragraph(text, "verdict")] : [],
    ),
    ...comparisons.flatMap((comparison) => [
      ...safetyFaults(comparison).map((text) => paragraph(text, "verdict")),
      ...listOf(cautions(comparison)),
      paragraph(verdictText(comparison), "verdict"),
    ]),
  ];
}

function originTable(evaluations: readonly Evaluation[]): PlotNode {
  const head = ["system", "evaluation", "dataset", "completed"];
  const rows = evaluations.map(({ name, id, dataset, dataset_version: version, completed_at: at }) => [
    name,
    id,
    `${dataset}, version ${version}`,
    at ?? "not completed",
  ]);
  return tableOf({ head, rows }, "Evaluations");
}

function resultsTable(evaluations: readonly Evaluation[]): PlotNode {
  const head = ["figure", ...evaluations.map(({ name }) => name)];
  const rows = resultRows(evaluations).map(({ label, cells }) => [label, ...cells]);
  return tableOf({ head, rows }, "Figures");
}

/** Calls `draw` for each evaluation that has scores. */
function perScores(
  { evaluations, scores = [] }: ReportData,
  draw: (name: string, own: EvaluationScores) => PlotNode[],
): PlotNode[] {
  return evaluations.flatMap(({ name, id }) =>
    scores.filter(({ evaluation_id: of }) => of === id).flatMap((own) => draw(name, own)),
  );
}

/** Returns the confusion matrix of a system, and the values that are not levels of its scale. */
function levelNodes({ name, results }: Evaluation): PlotNode[] {
  const triage = results?.triage;
  if (!triage) return [];
  const invalid: [NumbersTable | undefined, string][] = [
    [invalidAnswersTable(triage), `Answers of ${name} that are not a level`],
    [invalidExpectedTable(triage), `Expected values of ${name} that are not a level; no figure counts them`],
  ];
  return [
    ...figureOf((options) => confusionPlot(name, triage, options)),
    ...invalid.flatMap(([table, caption]) => (table ? [tableOf(table, caption)] : [])),
  ];
}

/** Returns the figures of each red flag and symptom of a system. */
const itemNodes = (evaluation: Evaluation): PlotNode[] =>
  itemTables(evaluation).map((table) => tableOf(table, `${evaluation.name}: figures by ${table.head[0]}`));

/** Returns the sections after the verdict. */
function sections(data: ReportData, maxChars: number | undefined): PlotNode[] {
  const { evaluations, comparisons = [], worst = {} } = data;
  return [
    ...section(
      "Safety and scores",
      figureOf((options) => overviewPlot(evaluations, options)),
    ),
    ...section("Comparison", [
      ...figureOf((options) => safetyForestPlot(comparisons, options)),
      ...figureOf((options) => forestPlot(comparisons, options)),
    ]),
    ...section("All figures", [resultsTable(evaluations), paragraph(resultLegend.join(" "), "note")]),
    ...section("Triage levels", [
      ...figureOf((options) => recallPlot(evaluations, options)),
      ...evaluations.flatMap(levelNodes),
    ]),
    ...section("Red flags and symptoms", evaluations.flatMap(itemNodes)),
    ...section(
      "Distribution",
      perScores(data, (name, own) =>
        own.distribution ? figureOf((options) => distributionPlot(name, own, options)) : [],
      ),
    ),
    ...section(
      "Groups",
      perScores(data, (name, { groups }) =>
        groups ? figureOf((options) => groupsPlot(name, groups, options)) : [],
      ),
    ),
    ...section(
      "Lowest scores",
      evaluations.flatMap(({ name, id, runs }) =>
        worstNodes(name, worst[id] ?? [], { hasRuns: runs > 1, maxChars }),
      ),
    ),
    ...section("Origin", [originTable(evaluations), ...listOf(notes)]),
  ];
}

const notes = [
  "Intervals cover 95 %. Upper bounds are one-sided. If samples share a cluster, both account for it.",
  "Compared scores and the lowest scores are automated scores, without overrides by reviewers.",
  "The p-values of single evaluators, of safety checks and of several candidates are corrected for their number (Holm).",
];

function pageOf(data: ReportData, maxChars: number | undefined): string {
  const { evaluations } = data;
  const names = evaluations.map(({ name }) => name).join(", ");
  const counts = [...new Set(evaluations.map(({ progress }) => counted(progress.total, "sample")))];
  const body = [
    element("header", {}, [
      element("h1", {}, [`Report: ${names}`]),
      paragraph(`${counted(evaluations.length, "evaluation")} over ${counts.join(", ")}`, "note"),
    ]),
    element("main", {}, [...verdictNodes(data), ...sections(data, maxChars)]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(`Report: ${names}`)}</title>
<style>
${pageStyle}
</style>
</head>
<body>
${body.map(toSvg).join("\n")}
</body>
</html>
`;
}

/**
 * Returns a report as one HTML page (UTF-8): verdicts, safety, scores, comparisons, triage levels, distribution,
 * groups, and the samples with the lowest scores. The page has no script and no address, so it opens without a
 * network. All texts of the data are escaped.
 *
 * Inputs and outputs are shortened until the page has at most 2 MB. Other content is never left out, so a page
 * about many evaluations can be larger.
 *
 * @returns the same text for the same data.
 */
export function reportHtml(given: ReportData): string {
  const data = distinctlyNamed(given);
  if (data.includeSamples !== true) return pageOf(data, undefined);
  let page = "";
  for (const maxChars of charLimits) {
    page = pageOf(data, maxChars);
    if (new TextEncoder().encode(page).length <= maxBytes) break;
  }
  return page;
}
