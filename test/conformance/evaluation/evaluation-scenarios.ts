import { answerReadingScenarios } from "./answer-reading.scenarios.ts";
import { candidateScenarios, safetyComparisonScenarios } from "./candidate-comparisons.scenarios.ts";
import { comparedPairScenarios } from "./compared-pairs.scenarios.ts";
import { comparisonRefusalScenarios } from "./comparison-refusals.scenarios.ts";
import { comparisonScenarios } from "./comparison.scenarios.ts";
import { compressedImportScenarios } from "./compressed-imports.scenarios.ts";
import { customSecretScenarios } from "./custom-evaluator-secret.scenarios.ts";
import { customEvaluatorScenarios } from "./custom-evaluators.scenarios.ts";
import { datasetScenarios } from "./datasets.scenarios.ts";
import { evaluationCreationScenarios } from "./evaluation-creation.scenarios.ts";
import { evaluationFigureScenarios } from "./evaluation-figures.scenarios.ts";
import { evaluationRefusalScenarios } from "./evaluation-refusals.scenarios.ts";
import { evaluationResultScenarios } from "./evaluation-results.scenarios.ts";
import { evaluationRunScenarios } from "./evaluation-runs.scenarios.ts";
import { evaluationScenarios } from "./evaluations.scenarios.ts";
import { evaluatorSettingScenarios } from "./evaluator-settings.scenarios.ts";
import { evaluatorTypeScenarios } from "./evaluator-types.scenarios.ts";
import { exportDownloadScenarios } from "./export-downloads.scenarios.ts";
import { exportFileScenarios } from "./export-files.scenarios.ts";
import { exportScenarios } from "./exports.scenarios.ts";
import { foreignFileScenarios } from "./foreign-files.scenarios.ts";
import { guidelineSetScenarios } from "./guideline-sets.scenarios.ts";
import { importRefusalScenarios } from "./import-refusals.scenarios.ts";
import { importScenarios } from "./imports.scenarios.ts";
import { mappedImportScenarios } from "./mapped-imports.scenarios.ts";
import { missingOutputScenarios } from "./missing-outputs.scenarios.ts";
import { modelScenarios } from "./models.scenarios.ts";
import { outputFileScenarios } from "./output-files.scenarios.ts";
import { outputRunScenarios } from "./output-runs.scenarios.ts";
import { outputScenarios } from "./outputs.scenarios.ts";
import { pooledFigureScenarios } from "./pooled-figures.scenarios.ts";
import { projectMetricsScenarios } from "./project-metrics.scenarios.ts";
import { repeatedResultScenarios } from "./repeated-results.scenarios.ts";
import { sampleScenarios } from "./samples.scenarios.ts";
import { scoreGroupScenarios } from "./score-groups.scenarios.ts";
import { scoreTrendScenarios } from "./score-trends.scenarios.ts";
import { evaluationScoreScenarios, sampleScoreScenarios } from "./scores.scenarios.ts";
import { tableImportScenarios, tableRefusalScenarios } from "./table-imports.scenarios.ts";
import { thresholdAnalysisScenarios } from "./threshold-analysis.scenarios.ts";
import { trendPeriodScenarios } from "./trend-periods.scenarios.ts";
import { trendSeriesScenarios } from "./trend-series.scenarios.ts";
import type { ScenarioGroups } from "../harness/scenario.ts";

/** The scenarios of the evaluation wing, by resource. */
export const evaluationWing: ScenarioGroups = {
  datasets: datasetScenarios,
  samples: sampleScenarios,
  imports: [...importScenarios, ...importRefusalScenarios, ...foreignFileScenarios],
  "mapped imports": mappedImportScenarios,
  "compressed imports": compressedImportScenarios,
  tables: [...tableImportScenarios, ...tableRefusalScenarios],
  outputs: [...outputScenarios, ...outputFileScenarios, ...outputRunScenarios],
  models: modelScenarios,
  evaluations: [...evaluationCreationScenarios, ...evaluationRefusalScenarios, ...evaluationScenarios],
  "evaluation figures": evaluationFigureScenarios,
  "pooled figures": pooledFigureScenarios,
  "missing outputs": missingOutputScenarios,
  "evaluation runs": [...evaluationRunScenarios, ...repeatedResultScenarios],
  "evaluator types": [...evaluatorTypeScenarios, ...evaluatorSettingScenarios],
  "names and paths of answers": answerReadingScenarios,
  "guideline sets": guidelineSetScenarios,
  "evaluation results": evaluationResultScenarios,
  comparisons: [
    ...comparisonScenarios,
    ...comparisonRefusalScenarios,
    ...safetyComparisonScenarios,
    ...candidateScenarios,
    ...comparedPairScenarios,
  ],
  scores: [...sampleScoreScenarios, ...evaluationScoreScenarios],
  "score groups": scoreGroupScenarios,
  metrics: projectMetricsScenarios,
  trends: [...scoreTrendScenarios, ...trendPeriodScenarios, ...trendSeriesScenarios],
  thresholds: thresholdAnalysisScenarios,
  "custom evaluators": [...customEvaluatorScenarios, ...customSecretScenarios],
  exports: [...exportScenarios, ...exportFileScenarios, ...exportDownloadScenarios],
};
