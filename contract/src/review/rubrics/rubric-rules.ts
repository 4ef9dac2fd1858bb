import type { Decision, RuleContext } from "../../platform/decision.ts";
import { notFound } from "../../platform/refusals.ts";
import { resolvedDimension, type RubricDimension } from "./rubric-dimensions.ts";
import type { CreateRubricBody } from "./rubrics.ts";

/** A stored rubric. Ids are those of the wire, instants milliseconds since 1970. */
export interface RubricRecord {
  id: string;
  project: string;
  name: string;
  version: number;
  description: string | null;
  dimensions: readonly RubricDimension[];
  createdAt: number;
}

/** A request that creates a rubric: a stored one is never changed. */
export interface RubricCommand {
  type: "create";
  body: CreateRubricBody;
}

/** What the caller has loaded, with the project locked, so that two of one name get different versions. */
export interface RubricState {
  /** Id of the project, which the caller can reach. */
  project: string;
  /** The highest version of the rubric's name in the project; 0: there is none. */
  latestVersion: number;
}

/** The outcome of a command on a rubric. */
export type RubricDecision = Decision<RubricRecord, never, never>;

/** Decides a command on a rubric: it gets the next version of its name in the project. */
export function decideRubric(
  { project, latestVersion }: RubricState,
  { body }: RubricCommand,
  { newId, now }: RuleContext,
): RubricDecision & { record: RubricRecord } {
  const record: RubricRecord = {
    id: newId("rubric"),
    project,
    name: body.name,
    version: latestVersion + 1,
    description: body.description ?? null,
    dimensions: body.dimensions.map(resolvedDimension),
    createdAt: now,
  };
  return { record, changes: [{ op: "insert", record }], evidence: [], events: [] };
}

/** A rubric that was looked up. @throws {ApiError} 404 `not_found` when the caller cannot reach it. */
export function requireRubric(rubric: RubricRecord | undefined, id: string): RubricRecord {
  if (!rubric) throw notFound("rubric", id);
  return rubric;
}
