import { apiKeyScenarios } from "./api-keys.scenarios.ts";
import { apiKeyRotationScenarios } from "./api-key-rotation.scenarios.ts";
import { comparisonRefusalScenarios } from "./comparison-refusals.scenarios.ts";
import { comparisonScenarios } from "./comparison.scenarios.ts";
import { concurrencyScenarios } from "./concurrency.scenarios.ts";
import { customSecretScenarios } from "./custom-evaluator-secret.scenarios.ts";
import { customEvaluatorScenarios } from "./custom-evaluators.scenarios.ts";
import { datasetScenarios } from "./datasets.scenarios.ts";
import { evaluationCreationScenarios } from "./evaluation-creation.scenarios.ts";
import { evaluationFigureScenarios } from "./evaluation-figures.scenarios.ts";
import { evaluationRefusalScenarios } from "./evaluation-refusals.scenarios.ts";
import { evaluationResultScenarios } from "./evaluation-results.scenarios.ts";
import { evaluationScenarios } from "./evaluations.scenarios.ts";
import { evaluatorSettingScenarios } from "./evaluator-settings.scenarios.ts";
import { evaluatorTypeScenarios } from "./evaluator-types.scenarios.ts";
import { exportFileScenarios } from "./export-files.scenarios.ts";
import { exportScenarios } from "./exports.scenarios.ts";
import { guidelineSetScenarios } from "./guideline-sets.scenarios.ts";
import { healthScenarios } from "./health.scenarios.ts";
import { importRefusalScenarios } from "./import-refusals.scenarios.ts";
import { importScenarios } from "./imports.scenarios.ts";
import { modelScenarios } from "./models.scenarios.ts";
import { outputFileScenarios } from "./output-files.scenarios.ts";
import { outputScenarios } from "./outputs.scenarios.ts";
import { projectScenarios } from "./projects.scenarios.ts";
import { protocolBodyScenarios } from "./protocol-bodies.scenarios.ts";
import { protocolBoundScenarios } from "./protocol-bounds.scenarios.ts";
import { protocolIdempotencyScenarios } from "./protocol-idempotency.scenarios.ts";
import { protocolPagingScenarios } from "./protocol-paging.scenarios.ts";
import { protocolValueScenarios } from "./protocol-values.scenarios.ts";
import { protocolScenarios } from "./protocol.scenarios.ts";
import { sampleScenarios } from "./samples.scenarios.ts";
import type { Scenario } from "./scenario.ts";
import { tableImportScenarios, tableRefusalScenarios } from "./table-imports.scenarios.ts";

/** Every scenario, by the resource that it is about. */
export const scenariosByResource: Record<string, readonly Scenario[]> = {
  health: healthScenarios,
  "api keys": [...apiKeyScenarios, ...apiKeyRotationScenarios],
  projects: projectScenarios,
  "data sets": datasetScenarios,
  samples: sampleScenarios,
  imports: [...importScenarios, ...importRefusalScenarios],
  tables: [...tableImportScenarios, ...tableRefusalScenarios],
  outputs: [...outputScenarios, ...outputFileScenarios],
  models: modelScenarios,
  evaluations: [...evaluationCreationScenarios, ...evaluationRefusalScenarios, ...evaluationScenarios],
  "evaluation figures": evaluationFigureScenarios,
  "evaluator types": [...evaluatorTypeScenarios, ...evaluatorSettingScenarios],
  "guideline sets": guidelineSetScenarios,
  "evaluation results": evaluationResultScenarios,
  comparisons: [...comparisonScenarios, ...comparisonRefusalScenarios],
  "custom evaluators": [...customEvaluatorScenarios, ...customSecretScenarios],
  exports: [...exportScenarios, ...exportFileScenarios],
  protocol: protocolScenarios,
  bodies: protocolBodyScenarios,
  "texts and numbers": protocolValueScenarios,
  paging: protocolPagingScenarios,
  idempotency: protocolIdempotencyScenarios,
  bounds: protocolBoundScenarios,
  concurrency: concurrencyScenarios,
};
