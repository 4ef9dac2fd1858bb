import { limits } from "@assay/contract/platform/limits";
import { workspaceLimits } from "@assay/contract/platform/requests/workspace-limits";
import { expect, test } from "vitest";
import { countStream } from "./event-stream.ts";

test("a workspace has a limit of event streams over all of its keys, which other workspaces do not share", () => {
  const open = (workspaceId: string, index: number) =>
    countStream({ workspaceId, apiKeyId: `key_${Math.floor(index / limits.streamsPerKey)}` });
  const releases = Array.from({ length: workspaceLimits.streamsPerWorkspace }, (_, index) =>
    open("first", index),
  );
  const next = () => open("first", workspaceLimits.streamsPerWorkspace);
  expect(next).toThrow(
    expect.objectContaining({ status: 429, code: "rate_limited", message: expect.stringContaining("100") }),
  );
  open("second", 0)();
  releases.pop()?.();
  const another = next();
  expect(next).toThrow(expect.objectContaining({ status: 429 }));
  for (const release of [another, ...releases]) release();
  next()();
});
