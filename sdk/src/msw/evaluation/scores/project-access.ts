import { notFound } from "@assay/contract/platform/refusals";
import { refuseBlind } from "../../workspace/blind-access.ts";
import { findProject } from "../../workspace/reach.ts";
import type { EvaluationCall } from "../evaluation-tables.ts";

/**
 * Requires access to a project's figures. @throws {ApiError} 404 if not accessible; 403 for blind reviewers.
 */
export function checkProject(call: EvaluationCall, id: string): void {
  if (!findProject(call.caller, id)) throw notFound("project", id);
  refuseBlind(call.caller, { projectId: id });
}
