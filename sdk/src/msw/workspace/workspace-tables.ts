import type { ApiKeyRecord } from "@assay/contract/workspace/api-key-rules";
import type { ProjectRecord } from "@assay/contract/workspace/project-wire";
import type { Call, Caller, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { PlatformState, PlatformTables } from "../platform/state/platform-tables.ts";

/** The members of a review task that blind review uses. */
export interface BlindTask {
  id: string;
  project: string;
  blind: boolean;
  status: string;
  assignments: readonly { reviewer: string }[];
  samples: readonly string[];
}

/** The members of a review that blind review uses. */
export interface BlindReview {
  task: string;
  sample: string;
  reviewer: string;
}

/** A workspace's tables for this wing, including the parts of review that blind review uses. */
export interface WorkspaceTables extends PlatformTables {
  apiKeys: Map<string, ApiKeyRecord>;
  projects: Map<string, ProjectRecord>;
  reviewTasks: ReadonlyMap<string, BlindTask>;
  reviews: ReadonlyMap<string, BlindReview>;
}

/** A mock's state for this wing. */
export type WorkspaceState = PlatformState<WorkspaceTables>;

export type WorkspaceCaller = Caller<WorkspaceTables>;

export type WorkspaceCall = Call<WorkspaceState>;

export type WorkspaceHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, WorkspaceState>;

/** Creates tables without rows. */
export const emptyWorkspaceTables = () => ({
  apiKeys: new Map<string, ApiKeyRecord>(),
  projects: new Map<string, ProjectRecord>(),
});
