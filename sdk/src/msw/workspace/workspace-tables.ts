import type { ApiKeyRecord } from "@assay/contract/workspace/api-key-rules";
import type { ProjectRecord } from "@assay/contract/workspace/project-wire";
import type { Call, Caller, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { PlatformState, PlatformTables } from "../platform/state/platform-tables.ts";

/** What blindness depends on of a review task. */
export interface BlindTask {
  id: string;
  project: string;
  blind: boolean;
  status: string;
  assignments: readonly { reviewer: string }[];
  samples: readonly string[];
}

/** What blindness depends on of a review. */
export interface BlindReview {
  task: string;
  sample: string;
  reviewer: string;
}

/** The tables of a workspace that this wing reads; of review's, as much as blindness depends on. */
export interface WorkspaceTables extends PlatformTables {
  apiKeys: Map<string, ApiKeyRecord>;
  projects: Map<string, ProjectRecord>;
  reviewTasks: ReadonlyMap<string, BlindTask>;
  reviews: ReadonlyMap<string, BlindReview>;
}

/** The state of a mock that this wing reads. */
export type WorkspaceState = PlatformState<WorkspaceTables>;

/** Who calls, as this wing sees it. */
export type WorkspaceCaller = Caller<WorkspaceTables>;

/** A request, as this wing sees it. */
export type WorkspaceCall = Call<WorkspaceState>;

/** The implementations of one resource of this wing. */
export type WorkspaceHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, WorkspaceState>;

/** No API keys and no projects. */
export const emptyWorkspaceTables = () => ({
  apiKeys: new Map<string, ApiKeyRecord>(),
  projects: new Map<string, ProjectRecord>(),
});
