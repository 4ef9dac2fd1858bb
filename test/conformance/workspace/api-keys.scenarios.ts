import {
  insufficientScope,
  notFound,
  referenceNotFound,
  scopeNotHeld,
} from "@assay/contract/platform/refusals";
import { scopePresets } from "@assay/contract/platform/scopes";
import { apiKeySecretParts } from "@assay/contract/wire";
import { expect } from "vitest";
import { absent, all, newProject } from "../harness/arrange.ts";
import {
  anId,
  anInstant,
  expectBody,
  expectFaults,
  expectRefusal,
  expectRejected,
} from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const reading = { name: "Nightly", scopes: ["projects:read", "datasets:read"] } as const;

export const apiKeyScenarios = [
  scenario("createApiKey", 201, "returns a working secret, only once", async ({ assay, client, request }) => {
    const body = expectBody(await request("POST", "/v1/api_keys", { body: reading }), 201);
    const secret = String(body["secret"]);
    expect(body).toEqual({
      id: anId("key"),
      object: "api_key",
      ...reading,
      projects: null,
      reviewer: null,
      agent: null,
      last4: secret.slice(-4),
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
      created_at: anInstant,
      secret,
    });
    expect(apiKeySecretParts(secret)).toBeDefined();
    expect(await all(client(secret).projects.list())).toEqual([]);
    const listed = JSON.stringify(await all(assay.apiKeys.list()));
    expect(listed).toContain(String(body["id"]));
    expect(listed).not.toContain(secret);
  }),
  scenario("createApiKey", 201, "resolves a preset, and stores duplicate scopes once", async ({ assay }) => {
    const viewer = await assay.apiKeys.create({ name: "Viewer", preset: "viewer" });
    expect(viewer.scopes).toEqual(scopePresets.viewer);
    const twice = await assay.apiKeys.create({ name: "Twice", scopes: ["models:read", "models:read"] });
    expect(twice.scopes).toEqual(["models:read"]);
  }),
  engineScenario("createApiKey", 201, "stores an expiry in UTC with milliseconds", async ({ assay }) => {
    const key = await assay.apiKeys.create({
      name: "Brief",
      preset: "viewer",
      expires_at: "2100-01-02T03:04:05.6789+02:00",
    });
    expect(key.expires_at).toBe("2100-01-02T01:04:05.678Z");
  }),
  scenario(
    "createApiKey",
    201,
    "allows a restricted key to create keys for its projects only",
    async (context) => {
      const [mine, other] = [await newProject(context), await newProject(context)];
      const restricted = context.client(
        await context.newKey({ preset: "admin", projects: [mine.id, mine.id] }),
      );
      const inherited = await restricted.apiKeys.create({ name: "Inherited", preset: "viewer" });
      expect(inherited.projects).toEqual([mine.id]);
      const beyond = restricted.apiKeys.create({
        name: "Beyond",
        preset: "viewer",
        projects: [mine.id, other.id],
      });
      await expectRejected(beyond, referenceNotFound("project", other.id, "/projects/1"));
    },
  ),
  scenario("createApiKey", 400, "requires either scopes or a preset", async ({ request }) => {
    const wanted = "The body must have exactly one of scopes and preset.";
    const both = { ...reading, preset: "viewer" };
    expectFaults(await request("POST", "/v1/api_keys", { body: both }), ["", "invalid_value", wanted]);
    expectFaults(await request("POST", "/v1/api_keys", { body: { name: "None" } }), [
      "",
      "invalid_value",
      wanted,
    ]);
  }),
  scenario("createApiKey", 400, "refuses an expiry in the past and an invalid time", async ({ request }) => {
    const body = { ...reading, expires_at: "2020-01-01T00:00:00Z" };
    const past = 'expires_at is "2020-01-01T00:00:00Z", which is in the past; it must be in the future.';
    expectFaults(await request("POST", "/v1/api_keys", { body }), ["/expires_at", "invalid_value", past]);
    const noInstant =
      'expires_at is "2100-01-01"; it must be an ISO 8601 date and time with a time zone, such as 2026-03-02T09:30:00Z.';
    const answer = await request("POST", "/v1/api_keys", { body: { ...body, expires_at: "2100-01-01" } });
    expectFaults(answer, ["/expires_at", "invalid_format", noInstant]);
  }),
  scenario(
    "createApiKey",
    403,
    "refuses to grant permissions that the calling key lacks",
    async ({ client, newKey }) => {
      const calling = client(await newKey({ scopes: ["keys:admin", "models:read"] }));
      const scopes = calling.apiKeys.create({ name: "More", scopes: ["models:read", "models:write"] });
      await expectRejected(scopes, scopeNotHeld("models:write", "/scopes/1"));
      const preset = calling.apiKeys.create({ name: "More", preset: "viewer" });
      await expectRejected(preset, scopeNotHeld("projects:read", "/preset"));
    },
  ),
  scenario("createApiKey", 403, "refuses a key without the scope for it", async ({ newKey, request }) => {
    const key = await newKey({ preset: "developer" });
    expectRefusal(
      await request("POST", "/v1/api_keys", { key, body: reading }),
      insufficientScope("keys:admin"),
    );
  }),
  scenario(
    "createApiKey",
    422,
    "refuses an unknown project and one of another workspace",
    async (context) => {
      const elsewhere = await (await context.otherWorkspace()).assay.projects.create({ name: "Elsewhere" });
      for (const id of [absent.project, elsewhere.id]) {
        const call = context.assay.apiKeys.create({ name: "Lost", preset: "viewer", projects: [id] });
        await expectRejected(call, referenceNotFound("project", id, "/projects/0"));
      }
    },
  ),
  engineScenario("listApiKeys", 200, "lists keys newest first, including revoked ones", async ({ assay }) => {
    const first = await assay.apiKeys.create({ name: "First", preset: "viewer" });
    await assay.apiKeys.create({ name: "Second", preset: "viewer" });
    await assay.apiKeys.revoke(first.id);
    const listed = await all(assay.apiKeys.list());
    expect(listed.map(({ name }) => name)).toEqual(["Second", "First", "First key"]);
    expect(listed.map(({ revoked_at }) => revoked_at)).toEqual([null, anInstant, null]);
  }),
  scenario("listApiKeys", 200, "shows a restricted key only those within its projects", async (context) => {
    const [mine, other] = [await newProject(context), await newProject(context)];
    const restricted = context.client(await context.newKey({ preset: "admin", projects: [mine.id] }));
    await context.newKey({ preset: "admin", projects: [mine.id, other.id] });
    expect((await all(restricted.apiKeys.list())).map(({ projects }) => projects)).toEqual([[mine.id]]);
  }),
  scenario("listApiKeys", 403, "refuses a key without the scope for it", async ({ newKey, request }) => {
    const key = await newKey({ preset: "viewer" });
    expectRefusal(await request("GET", "/v1/api_keys", { key }), insufficientScope("keys:admin"));
  }),
  engineScenario(
    "revokeApiKey",
    200,
    "revokes a key immediately, and a repetition changes nothing",
    async ({ assay, client }) => {
      const { id, secret } = await assay.apiKeys.create({ name: "Lost", preset: "viewer" });
      const revoked = await assay.apiKeys.revoke(id);
      expect(revoked.revoked_at).toEqual(anInstant);
      expect(await assay.apiKeys.revoke(id)).toEqual(revoked);
      await expect(client(secret).projects.list()).rejects.toMatchObject({
        status: 401,
        code: "unauthenticated",
      });
    },
  ),
  scenario(
    "revokeApiKey",
    404,
    "returns 404 for keys of another workspace or beyond its projects",
    async (context) => {
      const elsewhere = await (
        await context.otherWorkspace()
      ).assay.apiKeys.create({ name: "Theirs", preset: "viewer" });
      for (const id of [absent.apiKey, elsewhere.id]) {
        await expectRejected(context.assay.apiKeys.revoke(id), notFound("api_key", id));
      }
      const mine = await newProject(context);
      const restricted = context.client(await context.newKey({ preset: "admin", projects: [mine.id] }));
      const beyond = await context.assay.apiKeys.create({ name: "Whole workspace", preset: "viewer" });
      await expectRejected(restricted.apiKeys.revoke(beyond.id), notFound("api_key", beyond.id));
    },
  ),
];
