import type { ReviewerRecord } from "@assay/contract/review/reviewers/reviewer-rules";
import type { BlindReview } from "@assay/contract/review/reviews/blind-access";
import type { NewTask } from "@assay/contract/review/tasks/task-record";
import type { ApiKeyRecord } from "@assay/contract/workspace/api-key-rules";
import type { ProjectRecord } from "@assay/contract/workspace/project-wire";
import type { Call, Caller, ResourceHandlers, ResourceName } from "../platform/http/handler.ts";
import type { PlatformState, PlatformTables, WithTables } from "../platform/state/platform-tables.ts";

/** Creates tables without rows. */
export const emptyWorkspaceTables = () => ({
  apiKeys: new Map<string, ApiKeyRecord>(),
  projects: new Map<string, ProjectRecord>(),
});

/** A workspace's tables for this wing, including the tables of the wing `review` that blind access uses. */
export type WorkspaceTables = WithTables<PlatformTables, ReturnType<typeof emptyWorkspaceTables>> & {
  reviewers: ReadonlyMap<string, ReviewerRecord>;
  reviewTasks: ReadonlyMap<string, NewTask>;
  reviews: ReadonlyMap<string, BlindReview>;
};

/** A mock's state for this wing. */
export type WorkspaceState = PlatformState<WorkspaceTables>;

export type WorkspaceCaller = Caller<WorkspaceTables>;

export type WorkspaceCall = Call<WorkspaceState>;

export type WorkspaceHandlers<Resource extends ResourceName> = ResourceHandlers<Resource, WorkspaceState>;
