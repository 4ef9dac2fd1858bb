import { apiKeyNotRotatable, notFound, unauthenticated } from "@assay/contract/platform/refusals";
import { expect } from "vitest";
import { absent } from "../harness/arrange.ts";
import { expectFaults, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const viewer = { name: "Nightly", preset: "viewer" } as const;

export const apiKeyRotationScenarios = [
  engineScenario(
    "rotateApiKey",
    200,
    "returns a new secret, and the old one works during the grace period",
    async (context) => {
      const { assay, client, target } = context;
      const { id, secret } = await assay.apiKeys.create(viewer);
      const rotated = await assay.apiKeys.rotate(id, { grace_seconds: 60 });
      expect(rotated.id).toBe(id);
      expect(rotated.secret).not.toBe(secret);
      expect(rotated.last4).toBe(rotated.secret.slice(-4));
      await client(secret).projects.list();
      await client(rotated.secret).projects.list();
      target.advance(60_000);
      await expectRejected(client(secret).projects.list(), unauthenticated("expired"));
      await client(rotated.secret).projects.list();
    },
  ),
  scenario("rotateApiKey", 200, "has a grace period of a day by default", async ({ request, assay }) => {
    const { id } = await assay.apiKeys.create(viewer);
    const before = Date.now();
    const { body } = await request("POST", `/v1/api_keys/${id}/rotate`);
    expect(body).toMatchObject({ id, previous_secret_expires_at: expect.any(String) });
    const until = Date.parse(String(Object(body)["previous_secret_expires_at"]));
    expect(until - before).toBeGreaterThanOrEqual(86_400_000);
  }),
  engineScenario(
    "rotateApiKey",
    200,
    "expires the old secret immediately without a grace period",
    async ({ assay, client }) => {
      const { id, secret } = await assay.apiKeys.create(viewer);
      const rotated = await assay.apiKeys.rotate(id, { grace_seconds: 0 });
      await expectRejected(client(secret).projects.list(), unauthenticated("expired"));
      await client(rotated.secret).projects.list();
    },
  ),
  scenario(
    "rotateApiKey",
    200,
    "never extends a previously rotated secret",
    async ({ assay, client, target }) => {
      const { id, secret } = await assay.apiKeys.create(viewer);
      await assay.apiKeys.rotate(id, { grace_seconds: 10 });
      const last = await assay.apiKeys.rotate(id, { grace_seconds: 3600 });
      target.advance(10_000);
      await expectRejected(client(secret).projects.list(), unauthenticated("expired"));
      await client(last.secret).projects.list();
    },
  ),
  scenario(
    "rotateApiKey",
    400,
    "refuses a grace period of more than seven days",
    async ({ assay, request }) => {
      const { id } = await assay.apiKeys.create(viewer);
      const path = `/v1/api_keys/${id}/rotate`;
      const long = await request("POST", path, { body: { grace_seconds: 604_801 } });
      expectFaults(long, [
        "/grace_seconds",
        "too_big",
        "grace_seconds is 604801; it must be at most 604800.",
      ]);
      const half = await request("POST", path, { body: { grace_seconds: 0.5 } });
      expectFaults(half, ["/grace_seconds", "invalid_type", "grace_seconds is 0.5; it must be an integer."]);
    },
  ),
  scenario(
    "rotateApiKey",
    404,
    "returns 404 for a key of another workspace",
    async ({ assay, otherWorkspace }) => {
      const elsewhere = await (await otherWorkspace()).assay.apiKeys.create(viewer);
      for (const id of [absent.apiKey, elsewhere.id]) {
        await expectRejected(assay.apiKeys.rotate(id), notFound("api_key", id));
      }
    },
  ),
  scenario("rotateApiKey", 409, "refuses a revoked or expired key", async ({ assay, target }) => {
    const revoked = await assay.apiKeys.create(viewer);
    await assay.apiKeys.revoke(revoked.id);
    await expectRejected(assay.apiKeys.rotate(revoked.id), apiKeyNotRotatable(revoked.id, "revoked"));
    const inAnHour = new Date(Date.parse(revoked.created_at) + 3_600_000).toISOString();
    const expiring = await assay.apiKeys.create({ ...viewer, expires_at: inAnHour });
    target.advance(3_600_000);
    await expectRejected(assay.apiKeys.rotate(expiring.id), apiKeyNotRotatable(expiring.id, "expired"));
  }),
  engineScenario(
    "listProjects",
    401,
    "refuses a key from the time of its expiry",
    async ({ assay, client, target }) => {
      const { created_at: now } = await assay.apiKeys.create(viewer);
      const { secret } = await assay.apiKeys.create({
        ...viewer,
        expires_at: new Date(Date.parse(now) + 60_000).toISOString(),
      });
      await client(secret).projects.list();
      target.advance(60_000);
      await expectRejected(client(secret).projects.list(), unauthenticated("expired"));
    },
  ),
];
