import type { PlatformDeps } from "../platform/platform-deps.ts";
import type { EvidenceLog } from "./log/evidence-log.ts";

/** The dependencies of services that append to the evidence log or read from it. */
export interface EvidenceDeps extends PlatformDeps {
  /** The verifiable logs of all workspaces. */
  evidence: EvidenceLog;
}
