import { expect, test } from "vitest";
import { createApiKeyBody } from "./api-keys.ts";
import { workspaceLimits } from "../platform/requests/workspace-limits.ts";
import { decideApiKey, isActiveKey } from "./api-key-rules.ts";

test("a key is active until it is revoked or expires", () => {
  const active = (revokedAt: number | null, expiresAt: number | null) =>
    isActiveKey({ revokedAt, expiresAt }, 1000);
  expect([active(null, null), active(null, 1001)]).toEqual([true, true]);
  expect([active(null, 1000), active(1, null), active(2000, 5000)]).toEqual([false, false, false]);
});

test("a workspace has at most 5,000 active keys", () => {
  const create = (activeKeys: number) =>
    decideApiKey(
      {
        caller: { scopes: new Set(["datasets:read"]), projects: null },
        apiKey: undefined,
        projects: new Set(),
        reviewerFound: false,
        agentFound: false,
        activeKeys,
      },
      {
        type: "create",
        body: createApiKeyBody.parse({ name: "CI", scopes: ["datasets:read"] }),
        last4: "abcd",
      },
      { now: 0, newId: () => "key_1" },
    );
  expect(create(workspaceLimits.apiKeysPerWorkspace - 1).record.name).toBe("CI");
  expect(() => create(workspaceLimits.apiKeysPerWorkspace)).toThrow(
    expect.objectContaining({ status: 409, code: "invalid_state" }),
  );
});
