// Rules of a new evaluation: checks of its body and of what it refers to, and the record.
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
} from "./evaluation-refusals.ts";
import {
  checkEvaluators,
  evaluationManifest,
  resolveEvaluators,
  type WeighedEvaluatorInput,
  weighEvaluators,
} from "./evaluation-rules.ts";
import type { CreateEvaluationBody } from "./evaluations.ts";

/** Routing creates review tasks, as `POST /v1/reviews/tasks` does. @throws {ApiError} 403 without the scope for that. */
export function checkRoutingScope({ routing }: CreateEvaluationBody, scopes: ReadonlySet<Scope>): void {
  if (routing && !scopes.has("reviews:write")) throw insufficientScope("reviews:write");
}

/** The evaluators of a body, with their weights. @throws {ApiError} 400 when they cannot run together. */
export function newEvaluators({ evaluators }: CreateEvaluationBody): WeighedEvaluatorInput[] {
  const weighed = weighEvaluators(evaluators);
  checkEvaluators(weighed);
  return weighed;
}

/** The addresses that evaluators of a body call, each with its path. */
export const calledAddresses = ({ evaluators }: CreateEvaluationBody): { path: string; url: string }[] =>
  evaluators.flatMap((evaluator, index) =>
    evaluator.type === "custom"
      ? [{ path: `/evaluators/${index}/config/webhook_url`, url: evaluator.config.webhook_url }]
      : [],
  );

/** What a body refers to, as far as the caller can reach it. */
export interface EvaluationReferences<Dataset> {
  project: { id: string } | undefined;
  dataset: Dataset | undefined;
  /** Undefined also when the body names none. */
  model: { id: string } | undefined;
}

/** What an evaluation needs of its dataset. */
export interface EvaluatedDataset {
  id: string;
  project: string;
  version: number;
}

/**
 * Checks the date and the routing of a body.
 *
 * @throws {ApiError} 400 for `as_of` in the future, and for routing by evaluators that the body does not have.
 */
export function checkDateAndRouting(
  body: CreateEvaluationBody,
  evaluators: readonly WeighedEvaluatorInput[],
  now: number,
): void {
  if (body.as_of !== undefined && Date.parse(body.as_of) > now) throw asOfInFuture(body.as_of);
  const unknown = routedEvaluatorsUnknown(body.routing?.evaluators, evaluatorKeys(evaluators).keys ?? []);
  if (unknown) throw unknown;
}

/**
 * Checks what a body refers to.
 *
 * @throws {ApiError} 422 for what does not exist or cannot be reached, and for a dataset of another project.
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

/** What a new evaluation is made from. */
export interface NewEvaluation {
  /** From {@link newEvaluators}. */
  evaluators: readonly WeighedEvaluatorInput[];
  /** From {@link checkReferences}. */
  dataset: EvaluatedDataset;
  model: string | null;
  /** The stored guideline sets that `storedSetsNamed` names, as far as they exist. */
  guidelineSets: readonly GuidelineSet[];
  /** Samples that the filter leaves. */
  total: number;
}

/** The stored filter of a body; null: all samples. */
export const newSampleFilter = ({
  sample_filter: filter,
}: CreateEvaluationBody): EvaluationSetup["sampleFilter"] => (filter ? withoutAbsent(filter) : null);

/**
 * A new evaluation of the present version of a dataset.
 *
 * @throws {ApiError} 422 for what evaluators name and that does not exist, and when no sample is left.
 */
export function newEvaluation(
  body: CreateEvaluationBody,
  { evaluators, dataset, model, guidelineSets, total }: NewEvaluation,
  { now, newId }: Pick<RuleContext, "now" | "newId">,
): EvaluationSetup {
  const resolved = resolveEvaluators(evaluators, guidelineSets);
  if (total === 0) throw noSamples();
  const tested = { dataset: dataset.id, datasetVersion: dataset.version, model };
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
    asOf: body.as_of === undefined ? null : Date.parse(body.as_of),
    routing: body.routing ? resolvedRouting(body.routing) : null,
    manifestHash: toHex(hash(utf8(manifest))),
    metadata: body.metadata ?? {},
    total,
    createdAt: now,
  };
}

/** The progress of an evaluation that no worker has taken. */
export const notStarted: EvaluationProgress = {
  status: "pending",
  completed: 0,
  failed: 0,
  error: null,
  results: null,
  startedAt: null,
  completedAt: null,
  cancelledAt: null,
};
