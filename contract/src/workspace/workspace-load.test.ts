import { expect, test } from "vitest";
import { checkReadyJobs, checkWorkspaceLoad } from "./workspace-load.ts";

test("a workspace has at most 200 evaluations that have not ended, and 50,000 ready jobs", () => {
  checkWorkspaceLoad({ runningEvaluations: 199, readyJobs: 49_999 });
  expect(() => checkWorkspaceLoad({ runningEvaluations: 200, readyJobs: 0 })).toThrow(
    expect.objectContaining({ status: 429, code: "rate_limited", headers: { "Retry-After": "30" } }),
  );
  expect(() => checkWorkspaceLoad({ runningEvaluations: 0, readyJobs: 50_000 })).toThrow("50000 ready jobs");
  expect(() => checkReadyJobs({ readyJobs: 50_000 })).toThrow("50000 ready jobs");
});
