import { groupBy } from "@assay/contract/domain";
import {
  ReferenceApplication,
  requireTargets,
} from "@assay/contract/review/adjudication/reference-application";
import { referenceLabel } from "@assay/contract/review/adjudication/reference-labels";
import type { ReferenceRecord } from "@assay/contract/review/adjudication/reference-wire";
import type { ApplyReferencesBody, ReferencesQuery } from "@assay/contract/review/adjudication/references";
import { sampleGrades } from "@assay/contract/review/adjudication/disagreements/sample-grades";
import { presentRow } from "@assay/contract/evaluation/samples/dataset-contents";
import { findReached } from "@assay/contract/workspace/reached-rows";
import { reaches } from "@assay/contract/workspace/access-rules";
import { findDataset, findSample, recordChange } from "../../evaluation/datasets/dataset-versions.ts";
import { replaceSample, withExpected } from "../../evaluation/samples/import-samples.ts";
import { blindSamples, refuseBlind } from "../../workspace/blind-access.ts";
import { requireProject } from "../../workspace/reach.ts";
import type { ReviewCall, ReviewCaller } from "../review-tables.ts";
import { presentAdjudication, ratedReviews } from "./rated-reviews.ts";

/** The members of a query for reference labels that select labels. */
type LabelFilter = Omit<ReferencesQuery, "limit" | "after">;

/** Returns the reference labels that a query selects, in any order. */
export function referencesOf(caller: ReviewCaller, filter: LabelFilter): ReferenceRecord[] {
  const { workspace } = caller;
  const blind = blindSamples(caller);
  const reviews = ratedReviews(workspace).filter(
    ({ project, rubric, sample }) =>
      reaches(caller, project) &&
      !blind.has(sample) &&
      (filter.project === undefined || project === filter.project) &&
      (filter.rubric === undefined || rubric === filter.rubric),
  );
  return [...groupBy(reviews, ({ rubric, sample }) => `${rubric} ${sample}`).values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { rubric, sample } = first;
    const present = presentAdjudication(workspace, { rubric, sample });
    const externalId = findSample(caller, sample)?.externalId ?? null;
    const of = { rubric, sample, externalId, adjudication: present?.id ?? null };
    return (workspace.rubrics.get(rubric)?.dimensions ?? []).flatMap((dimension) => {
      if (filter.dimension !== undefined && dimension.id !== filter.dimension) return [];
      const grades = sampleGrades(group, { dimension: dimension.id, includeUnblinded: false });
      const label = referenceLabel(dimension, grades, present);
      if (!label || (filter.source !== undefined && label.source !== filter.source)) return [];
      return [{ ...of, dimension: dimension.id, label }];
    });
  });
}

/** Writes reference labels to a dataset. @throws {ApiError} for the same refusals as on the server. */
export async function applyReferences(call: ReviewCall, body: ApplyReferencesBody) {
  const { caller, clock } = call;
  const project = requireProject(caller, body.project, "/project").id;
  refuseBlind(caller, { projectId: project });
  const rubric = findReached(caller, caller.workspace.rubrics, body.rubric);
  const found = { project, rubric, dataset: findDataset(caller, body.dataset) };
  const { dimension, dataset } = requireTargets(found, body);
  const labels = referencesOf(caller, { project, rubric: body.rubric, dimension: dimension.id });
  const labeled = labels
    .filter(({ label }) => body.sources.includes(label.source))
    .toSorted((one, other) => (one.sample < other.sample ? -1 : 1))
    .flatMap(({ sample: id, label }) => {
      const sample = presentRow(dataset.samples.get(id));
      return sample ? [{ sample, value: label.value }] : [];
    });
  const application = new ReferenceApplication(body.path);
  const changes = application.add(labeled);
  if (body.dry_run) return application.toWire(dataset.version);
  const replaced = await Promise.all(changes.map(({ sample, expected }) => withExpected(sample, expected)));
  for (const sample of replaced) replaceSample(dataset, sample.id, sample);
  const change = { change: "samples" as const, inserted: 0, updated: application.updated, samplesAdded: 0 };
  return application.toWire(recordChange(clock, dataset, change));
}
