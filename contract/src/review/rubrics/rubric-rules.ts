import type { Decision, RuleContext } from "../../platform/decision.ts";
import { notFound } from "../../platform/refusals.ts";
import { resolvedDimension, type RubricDimension } from "./rubric-dimensions.ts";
import type { CreateRubricBody } from "./rubrics.ts";

/** A stored rubric. Ids are in wire form, times in milliseconds since 1970. */
export interface RubricRecord {
  id: string;
  project: string;
  name: string;
  version: number;
  description: string | null;
  dimensions: readonly RubricDimension[];
  createdAt: number;
}

/** A command that creates a rubric. Stored rubrics never change. */
export interface RubricCommand {
  type: "create";
  body: CreateRubricBody;
}

/**
 * The state that the caller loads while the project is locked, so that two rubrics with the same name get
 * different versions.
 */
export interface RubricState {
  /** Id of the project, which the caller can access. */
  project: string;
  /** The highest version of a rubric with this name in the project; 0 if there is none. */
  latestVersion: number;
}

/** The outcome of a rubric command. */
export type RubricDecision = Decision<RubricRecord, never, never>;

/** Decides a rubric command. The rubric gets the next version for its name in the project. */
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

/** Requires that a rubric exists. @throws {ApiError} 404 `not_found` if it is inaccessible. */
export function requireRubric(rubric: RubricRecord | undefined, id: string): RubricRecord {
  if (!rubric) throw notFound("rubric", id);
  return rubric;
}
