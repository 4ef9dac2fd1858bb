import { eventKinds } from "@assay/contract/webhooks/webhook-events";
import { insufficientScope, notFound } from "@assay/contract/platform/refusals";
import { thresholdsMissing, webhookDisabled } from "@assay/contract/webhooks/webhook-refusals";
import { expect } from "vitest";
import { absent, newProject } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import {
  anId,
  anInstant,
  expectBody,
  expectFaults,
  expectRefusal,
  expectRejected,
} from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/v1/webhooks";
const url = "https://hooks.example.org/assay";

/** An endpoint without a listener. It is never called, because no event that it subscribes to occurs. */
const idle = { event_types: ["evaluation.failed" as const], url };

const created = ({ assay }: Context, further: object = {}) => assay.webhooks.create({ ...idle, ...further });

/** Scenarios for the registration and updates of endpoints. */
export const webhookScenarios = [
  scenario("createWebhook", 201, "registers an endpoint, and returns its secret once", async (context) => {
    const { id: project } = await newProject(context);
    const sent = {
      event_types: ["score.threshold_crossed"],
      url,
      config: { project, thresholds: { triage_accuracy: { below: 80 }, "my rule": { below: 0.5 } } },
    };
    const body = expectBody(await context.request("POST", path, { body: sent }), 201);
    const { secret, ...shown } = body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toEqual({
      ...sent,
      id: anId("whk"),
      object: "webhook",
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      created_at: anInstant,
      updated_at: shown["created_at"],
    });
    expect(await context.assay.webhooks.get(String(shown["id"]))).toEqual(shown);
    expect((await context.assay.webhooks.list()).data).toEqual([shown]);
  }),
  scenario(
    "createWebhook",
    201,
    "requires a config for thresholds only, and stores duplicate kinds once",
    async (context) => {
      const twice = { ...idle, event_types: ["review.submitted", "export.completed", "review.submitted"] };
      const body = expectBody(await context.request("POST", path, { body: { ...twice, config: null } }), 201);
      expect(body).toMatchObject({ event_types: ["review.submitted", "export.completed"], config: {} });
      const everything = {
        ...idle,
        event_types: [...eventKinds],
        config: { thresholds: { a: { below: 1 } } },
      };
      expect(expectBody(await context.request("POST", path, { body: everything }), 201)).toMatchObject({
        event_types: eventKinds,
      });
    },
  ),
  engineScenario("listWebhooks", 200, "lists the endpoints of a project, newest first", async (context) => {
    const { id: project } = await newProject(context);
    await created(context);
    const first = await created(context, { config: { project } });
    const second = await created(context, { config: { project } });
    const page = await context.assay.webhooks.list({ project, limit: 1 });
    expect(page.data.map(({ id }) => id)).toEqual([second.id]);
    const after = page.next_cursor ?? "";
    expect((await context.assay.webhooks.list({ project, after })).data.map(({ id }) => id)).toEqual([
      first.id,
    ]);
    expect((await context.assay.webhooks.list({ project: absent.project })).data).toEqual([]);
  }),
  scenario("listWebhooks", 403, "requires the scope webhooks:read", async (context) => {
    const key = await context.newKey({ scopes: ["webhooks:write"] });
    expectRefusal(await context.request("GET", path, { key }), insufficientScope("webhooks:read"));
  }),
  scenario("getWebhook", 200, "returns an endpoint without its secret", async (context) => {
    const { secret, ...shown } = await created(context);
    expect(secret).toBeDefined();
    expect((await context.request("GET", `${path}/${shown.id}`)).body).toEqual(shown);
  }),
  scenario("getWebhook", 404, "returns 404 for an endpoint of another workspace", async (context) => {
    const other = await context.otherWorkspace();
    const { id } = await other.assay.webhooks.create(idle);
    for (const one of [id, absent.webhook, "whk_x"])
      await expectRejected(context.assay.webhooks.get(one), notFound("webhook", one));
  }),
  scenario("updateWebhook", 200, "changes the named fields, and replaces a config", async (context) => {
    const { id: project } = await newProject(context);
    const { secret: _, ...before } = await created(context, { config: { project } });
    const { assay } = context;
    const moved = await assay.webhooks.update(before.id, { url: `${url}/2` });
    expect(moved).toEqual({ ...before, url: `${url}/2`, updated_at: anInstant });
    const config = { thresholds: { triage_accuracy: { below: 90 } } };
    const watching = await assay.webhooks.update(before.id, {
      event_types: ["score.threshold_crossed"],
      config,
    });
    expect(watching).toMatchObject({ event_types: ["score.threshold_crossed"], config, url: `${url}/2` });
    await expectRejected(assay.webhooks.update(before.id, { config: {} }), thresholdsMissing());
    expect(await assay.webhooks.get(before.id)).toEqual(watching);
  }),
  scenario("updateWebhook", 200, "disables an endpoint and enables it again", async ({ assay, ...rest }) => {
    const { id } = await created({ assay, ...rest });
    const off = await assay.webhooks.update(id, { enabled: false });
    expect(off).toMatchObject({
      enabled: false,
      disabled_reason: "It was disabled by a request.",
      disabled_at: anInstant,
    });
    // Disabling the endpoint again changes neither the reason nor the time.
    expect(await assay.webhooks.update(id, { enabled: false })).toMatchObject({
      disabled_at: off.disabled_at,
    });
    expect(await assay.webhooks.update(id, { enabled: true })).toMatchObject({
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
    });
  }),
  scenario("updateWebhook", 400, "refuses an empty change", async (context) => {
    const { id } = await created(context);
    expectFaults(await context.request("PATCH", `${path}/${id}`, { body: {} }), [
      "",
      "invalid_value",
      "The body must set at least one of event_types, url, config, enabled.",
    ]);
  }),
  scenario("deleteWebhook", 200, "deletes an endpoint completely", async ({ assay, ...rest }) => {
    const { id } = await created({ assay, ...rest });
    expect(await assay.webhooks.delete(id)).toEqual({ id, object: "webhook", deleted: true });
    await expectRejected(assay.webhooks.get(id), notFound("webhook", id));
    await expectRejected(assay.webhooks.deliveries(id), notFound("webhook", id));
    expect((await assay.webhooks.list()).data).toEqual([]);
  }),
  scenario("deleteWebhook", 404, "returns 404 for a deleted endpoint", async ({ assay, ...rest }) => {
    const { id } = await created({ assay, ...rest });
    await assay.webhooks.delete(id);
    await expectRejected(assay.webhooks.delete(id), notFound("webhook", id));
  }),
  scenario("testWebhook", 409, "sends nothing to a disabled endpoint, with the reason", async (context) => {
    const { id } = await created(context);
    await context.assay.webhooks.update(id, { enabled: false });
    await expectRejected(
      context.assay.webhooks.test(id),
      webhookDisabled(id, "It was disabled by a request."),
    );
  }),
  scenario("rotateWebhookSecret", 400, "refuses a grace period of more than a week", async (context) => {
    const { id } = await created(context);
    const body = { grace_seconds: 604_801 };
    expectFaults(await context.request("POST", `${path}/${id}/rotate_secret`, { body }), [
      "/grace_seconds",
      "too_big",
      "grace_seconds is 604801; it must be at most 604800.",
    ]);
  }),
  scenario("listWebhookDeliveries", 400, "lists the known states for an unknown one", async (context) => {
    const { id } = await created(context);
    expectFaults(await context.request("GET", `${path}/${id}/deliveries?status=lost`), [
      "query/status",
      "invalid_value",
      'status is "lost"; it must be one of pending, delivered, failed.',
    ]);
  }),
  scenario(
    "redeliverWebhookDelivery",
    404,
    "returns 404 for a delivery of another endpoint",
    async (context) => {
      const { id } = await created(context);
      await expectRejected(
        context.assay.webhooks.redeliver(id, absent.delivery),
        notFound("delivery", absent.delivery),
      );
      await expectRejected(
        context.assay.webhooks.redeliver(absent.webhook, absent.delivery),
        notFound("webhook", absent.webhook),
      );
    },
  ),
];
