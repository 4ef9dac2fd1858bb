import { existing } from "@assay/contract/platform/requests/existing";
import { refuseBlind } from "../../workspace/blind-access.ts";
import { findProject } from "../../workspace/reach.ts";
import type { EvaluationCall } from "../evaluation-tables.ts";

/**
 * Requires access to a project's figures. @throws {ApiError} 404 if not accessible; 403 for blind reviewers.
 */
export function checkProject(call: EvaluationCall, id: string): void {
  existing(findProject(call.caller, id), "project", id);
  refuseBlind(call.caller, { projectId: id });
}
