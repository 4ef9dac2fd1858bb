// Rules for new evaluations: validate the body and its references, and create the record.
import { evaluatorKeys } from "../../domain/evaluation/evaluation-keys.ts";
import type { GuidelineSet } from "../../domain/evaluators/builtin-guideline-sets.ts";
import { withoutAbsent } from "../../domain/values/without-absent.ts";
import type { RuleContext } from "../../platform/decision.ts";
import { insufficientScope, referenceNotFound } from "../../platform/refusals.ts";
import type { Scope } from "../../platform/scopes.ts";
import { toHex, utf8 } from "../../wire/crypto/bytes.ts";
import { hash } from "../../wire/crypto/sha256.ts";
import { keyEvaluators } from "../evaluators/keyed-evaluators.ts";
import { resolvedRouting } from "../routing/evaluation-routing.ts";
import type { EvaluationProgress, EvaluationSetup } from "./evaluation-record.ts";
import {
  asOfInFuture,
  datasetInOtherProject,
  noSamples,
  routedEvaluatorsUnknown,
  runsWithoutModel,
} from "./evaluation-refusals.ts";
import {
  checkEvaluators,
  evaluationManifest,
  resolveEvaluators,
  type WeighedEvaluatorInput,
  weighEvaluators,
} from "./evaluation-rules.ts";
import type { CreateEvaluationBody } from "./evaluations.ts";

/**
 * Requires the scope `reviews:write` if the evaluation has routing, because routing creates review tasks.
 *
 * @throws {ApiError} 403 if the API key does not have the scope.
 */
export function checkRoutingScope({ routing }: CreateEvaluationBody, scopes: ReadonlySet<Scope>): void {
  if (routing && !scopes.has("reviews:write")) throw insufficientScope("reviews:write");
}

/**
 * Returns the evaluators in a body, with their weights.
 *
 * @throws {ApiError} 400 if they cannot run together.
 */
export function newEvaluators({ evaluators }: CreateEvaluationBody): WeighedEvaluatorInput[] {
  const weighed = weighEvaluators(evaluators);
  checkEvaluators(weighed);
  return weighed;
}

/** Returns the URLs that the evaluators in a body call, each with its path in the body. */
export const calledAddresses = ({ evaluators }: CreateEvaluationBody): { path: string; url: string }[] =>
  evaluators.flatMap((evaluator, index) =>
    evaluator.type === "custom"
      ? [{ path: `/evaluators/${index}/config/webhook_url`, url: evaluator.config.webhook_url }]
      : [],
  );

/** The objects that a body references, if the caller can access them. */
export interface EvaluationReferences<Dataset> {
  project: { id: string } | undefined;
  dataset: Dataset | undefined;
  /** The model. Undefined if the caller cannot access it, or if the body does not reference a model. */
  model: { id: string } | undefined;
}

/** The dataset properties that a new evaluation requires. */
export interface EvaluatedDataset {
  id: string;
  project: string;
  version: number;
}

/**
 * Validates the runs, the date and the routing in a body.
 *
 * @throws {ApiError} 400 if there are several runs without a model, if `as_of` is in the future, or if routing
 *   names evaluators that are not in the body.
 */
export function checkSettings(
  body: CreateEvaluationBody,
  evaluators: readonly WeighedEvaluatorInput[],
  now: number,
): void {
  if (body.runs > 1 && body.model === undefined) throw runsWithoutModel(body.runs);
  if (body.as_of !== undefined && Date.parse(body.as_of) > now) throw asOfInFuture(body.as_of);
  const unknown = routedEvaluatorsUnknown(body.routing?.evaluators, evaluatorKeys(evaluators).keys ?? []);
  if (unknown) throw unknown;
}

/**
 * Validates the references in a body.
 *
 * @throws {ApiError} 422 for an unknown or inaccessible object, and for a dataset in another project.
 */
export function checkReferences<Dataset extends EvaluatedDataset>(
  body: CreateEvaluationBody,
  { project, dataset, model }: EvaluationReferences<Dataset>,
): { dataset: Dataset; model: string | null } {
  if (!project) throw referenceNotFound("project", body.project, "/project");
  if (!dataset) throw referenceNotFound("dataset", body.dataset, "/dataset");
  if (dataset.project !== project.id) throw datasetInOtherProject(body.dataset, dataset.project);
  if (body.model === undefined) return { dataset, model: null };
  if (!model) throw referenceNotFound("model", body.model, "/model");
  return { dataset, model: model.id };
}

/** The input for creating an evaluation. */
export interface NewEvaluation {
  /** The result of {@link newEvaluators}. */
  evaluators: readonly WeighedEvaluatorInput[];
  /** The result of {@link checkReferences}. */
  dataset: EvaluatedDataset;
  model: string | null;
  /** The stored guideline sets that have a name from `storedSetsNamed`. */
  guidelineSets: readonly GuidelineSet[];
  /** Number of samples that match the filter. */
  total: number;
}

/** Returns the filter of a body in stored form; null if the evaluation covers all samples. */
export const newSampleFilter = ({
  sample_filter: filter,
}: CreateEvaluationBody): EvaluationSetup["sampleFilter"] => (filter ? withoutAbsent(filter) : null);

/**
 * Creates the record of an evaluation of a dataset's current version.
 *
 * @throws {ApiError} 422 if the evaluators contain unknown names, or if no sample matches.
 */
export function newEvaluation(
  body: CreateEvaluationBody,
  { evaluators, dataset, model, guidelineSets, total }: NewEvaluation,
  { now, newId }: Pick<RuleContext, "now" | "newId">,
): EvaluationSetup {
  const { missing_output: missingOutput, runs } = body;
  const resolved = resolveEvaluators(evaluators, guidelineSets, missingOutput);
  if (total === 0) throw noSamples();
  const tested = { dataset: dataset.id, datasetVersion: dataset.version, model, runs };
  const manifest = evaluationManifest({ ...tested, evaluators: keyEvaluators(evaluators, resolved) });
  return {
    id: newId("evaluation"),
    project: dataset.project,
    ...tested,
    name: body.name,
    evaluators,
    resolved,
    sampleFilter: newSampleFilter(body),
    failOnError: body.fail_on_error,
    missingOutput,
    asOf: body.as_of === undefined ? null : Date.parse(body.as_of),
    routing: body.routing ? resolvedRouting(body.routing) : null,
    manifestHash: toHex(hash(utf8(manifest))),
    metadata: body.metadata ?? {},
    total,
    createdAt: now,
  };
}

/** The progress of an evaluation that no worker has claimed. */
export const notStarted: EvaluationProgress = {
  status: "pending",
  completed: 0,
  failed: 0,
  waitingFor: null,
  error: null,
  errorReasons: null,
  results: null,
  startedAt: null,
  completedAt: null,
  cancelledAt: null,
};
