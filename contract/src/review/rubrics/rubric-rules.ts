import type { Decision, RuleContext } from "../../platform/decision.ts";
import { notFound } from "../../platform/refusals.ts";
import { resolvedDimension, type RubricDimension } from "./rubric-dimensions.ts";
import type { CreateRubricBody } from "./rubrics.ts";

/** A stored rubric. Ids are in wire form, instants in milliseconds since 1970. */
export interface RubricRecord {
  id: string;
  project: string;
  name: string;
  version: number;
  description: string | null;
  dimensions: readonly RubricDimension[];
  createdAt: number;
}

/** A command that creates a rubric; a stored one never changes. */
export interface RubricCommand {
  type: "create";
  body: CreateRubricBody;
}

/**
 * The state loaded by the caller, with the project locked, so that two rubrics with one name get different
 * versions.
 */
export interface RubricState {
  /** Id of the project, which is accessible to the caller. */
  project: string;
  /** The highest version of the rubric's name in the project; 0: none. */
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

/** Requires a rubric. @throws {ApiError} 404 `not_found` if inaccessible. */
export function requireRubric(rubric: RubricRecord | undefined, id: string): RubricRecord {
  if (!rubric) throw notFound("rubric", id);
  return rubric;
}
