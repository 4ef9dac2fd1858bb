import { counted } from "@assay/contract/domain";
import type { Evaluation } from "../../generated/types.ts";
import type { GateResult } from "./gates.ts";
import { shownPath } from "./names.ts";

/** One evaluated file. */
export interface FileResult {
  file: string;
  system: string;
  evaluation: Evaluation;
  gates: GateResult[];
}

/** Returns the reason why an evaluation did not complete. */
export function failureText({ file, evaluation }: FileResult): string {
  const { status, error, progress } = evaluation;
  return `${shownPath(file)}: the evaluation ${status === "cancelled" ? "was cancelled" : "failed"} after ${progress.completed + progress.failed} of ${counted(progress.total, "sample")}${error ? `: ${error}` : "."}`;
}
