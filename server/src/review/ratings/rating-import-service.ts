import type { ImportRatingsQuery } from "@assay/contract/review/ratings/rating-imports";
import {
  addRefused,
  ratingsToWire,
  refuseImporter,
  refuseRatings,
  requireRatedDataset,
  requireRatedRubric,
} from "@assay/contract/review/ratings/rating-import-rules";
import { RaterNames, type ResolvedRater, resolveRaters } from "@assay/contract/review/ratings/rating-raters";
import { readRatings } from "@assay/contract/review/ratings/rating-rows";
import { planRatings } from "@assay/contract/review/ratings/rating-rules";
import type { RubricRecord } from "@assay/contract/review/rubrics/rubric-rules";
import { parseId } from "@assay/contract/platform/ids";
import { limits } from "@assay/contract/platform/limits";
import { fileTypeOf } from "@assay/contract/wire";
import type { Knex } from "knex";
import { findDataset, shareDataset } from "../../evaluation/datasets/dataset-queries.ts";
import { rowsWorthAnalyzing } from "../../evaluation/samples/import-service.ts";
import { resolveStagedSamples } from "../../evaluation/samples/output-staging-queries.ts";
import { type StagedFile, stageRows } from "../../evaluation/samples/stage-rows.ts";
import type { Staging } from "../../evaluation/samples/staging-queries.ts";
import { uuidOf } from "../../platform/db/record-columns.ts";
import type { Tx } from "../../platform/db/transaction.ts";
import { idOrNone } from "../../platform/http/request/id-filter.ts";
import { type UploadedFile, uploadedFile } from "../../platform/http/request/uploaded-file.ts";
import type { Call, Caller } from "../../platform/http/routing/handler.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { ruleContext } from "../../platform/rule-context.ts";
import { listReachableReviewers } from "../reviewers/reviewer-queries.ts";
import { findRubric, lockRubric } from "../rubrics/rubric-queries.ts";
import { lockAssignments } from "../tasks/assignment/assignment-service.ts";
import { listImportedReviews, listRecordedGrades } from "./rating-queries.ts";
import {
  analyzeStagedRatings,
  clearStagedRatings,
  findUnknownRated,
  readRatedSamples,
  type StagedContents,
  stagedRatingColumns,
} from "./rating-staging-queries.ts";
import { RatingWriter } from "./rating-writer.ts";

/** An import of ratings, and the place of its rows. */
interface RatingImport {
  caller: Caller;
  query: ImportRatingsQuery;
  rubric: RubricRecord;
  staging: Staging;
}

/** A file of ratings after it was read. */
interface RatedFile {
  file: StagedFile;
  raters: readonly string[];
}

/** Imports a file of ratings in one transaction. @throws {ApiError} the refusals of `rating-import-rules.ts`. */
export async function importRatings(
  deps: PlatformDeps,
  { caller, request, commit }: Call,
  query: ImportRatingsQuery,
) {
  refuseImporter({ reviewer: caller.reviewerId, projects: caller.projects }, query);
  fileTypeOf(request.headers["content-type"]);
  const sent = uploadedFile(request);
  const { knex } = deps.database;
  const rubric = requireRatedRubric(await findRubric(knex, caller, idOrNone("rubric", query.rubric)), query);
  // As in the import of samples, an unknown dataset is refused before the client sends up to a gigabyte.
  if (request.headers["idempotency-key"] === undefined) await ratedDataset(knex, { caller, query, rubric });
  const staging = { workspaceId: caller.workspaceId, importId: deps.newId() };
  const one = { caller, query, rubric, staging };
  try {
    const rated = await stageRatings(deps, one, sent);
    if (rated.file.rows > rowsWorthAnalyzing) await analyzeStagedRatings(knex);
    return await commit(
      async (tx) => ({ status: 200 as const, body: await storeRatings(tx, deps, one, rated) }),
      rated.file.bodyHash,
    );
  } finally {
    await clearStagedRatings(knex, staging);
  }
}

async function ratedDataset(db: Knex, { caller, query, rubric }: Omit<RatingImport, "staging">) {
  const id = parseId("dataset", query.dataset);
  return requireRatedDataset(id === undefined ? undefined : await findDataset(db, caller, id), rubric, query);
}

/** Reads a file of ratings, and stages its rows as they arrive. */
async function stageRatings(
  deps: PlatformDeps,
  { query, rubric, staging }: RatingImport,
  sent: UploadedFile,
): Promise<RatedFile> {
  const names = new RaterNames();
  const stagedAt = deps.now();
  const terms = { dimensions: rubric.dimensions, now: stagedAt.getTime() };
  const file = await stageRows(deps, sent, {
    read: (chunks) => readRatings(chunks, { contentType: sent.contentType, options: query }, terms),
    table: "staged_ratings",
    columns: stagedRatingColumns,
    valuesOf: ({ sample, externalId, ...contents }, { ordinal, line, path }) => {
      names.add(contents.ratings);
      const staged: StagedContents = contents;
      const { workspaceId, importId } = staging;
      const sampleId = sample === null ? null : (parseId("sample", sample) ?? null);
      return [
        workspaceId,
        importId,
        ordinal,
        line,
        path,
        sample,
        externalId,
        sampleId,
        JSON.stringify(staged),
        stagedAt,
      ];
    },
  });
  return { file, raters: names.all };
}

async function storeRatings(tx: Tx, deps: PlatformDeps, one: RatingImport, { file, raters }: RatedFile) {
  const { caller, query, rubric, staging } = one;
  const { workspaceId } = caller;
  const rubricId = uuidOf("rubric", rubric.id);
  await shareDataset(tx, workspaceId, idOrNone("dataset", query.dataset));
  const dataset = await ratedDataset(tx, one);
  await lockRubric(tx, workspaceId, rubricId);
  const known = await lockRaters(tx, deps, one, raters);
  // As with samples, reading and moving a large file may take longer than the statement timeout.
  await tx.raw("set local statement_timeout = 0");
  const datasetId = uuidOf("dataset", dataset.id);
  await resolveStagedSamples(tx, staging, { table: "staged_ratings", datasetId });
  let refused = addRefused(file, await findUnknownRated(tx, staging, limits.importErrorsListed));
  const { mode, blind = false, on_error: onError } = query;
  const state = { ...ruleContext(deps, caller), rubric, raters: known, mode, blind };
  const writer = new RatingWriter({ tx, deps, workspaceId, rubric }, state);
  for await (const rows of readRatedSamples(tx, staging, limits.samplesPerTask)) {
    const samples = [...new Set(rows.map(({ sample }) => uuidOf("sample", sample)))];
    const stored = await listImportedReviews(tx, { workspaceId, rubricId }, samples);
    const recorded = await listRecordedGrades(tx, { workspaceId, rubricId }, samples);
    const plan = planRatings(rows, { ...state, stored, recorded });
    refused = addRefused(refused, plan);
    if (refused.failed === 0 || onError === "skip") await writer.add(plan);
  }
  refuseRatings(file, refused, query);
  return ratingsToWire(await writer.end(), refused);
}

/**
 * Finds the reviewers that the raters name. If the import may create reviewers, takes the lock under which reviewers are
 * created, so that two imports do not create the same reviewer.
 */
async function lockRaters(
  tx: Tx,
  deps: PlatformDeps,
  { caller, query, rubric }: RatingImport,
  raters: readonly string[],
): Promise<ReadonlyMap<string, ResolvedRater>> {
  const { create_reviewers: createReviewers = false } = query;
  if (createReviewers) await lockAssignments(tx, caller.workspaceId);
  // The rules compare spellings, which a query cannot fold.
  const reviewers = await listReachableReviewers(tx, caller);
  const { project } = rubric;
  return resolveRaters(raters, reviewers, { ...ruleContext(deps, caller), project, createReviewers });
}
