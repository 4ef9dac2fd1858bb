import { eventKinds } from "@assay/contract/webhooks/webhook-events";
import {
  notFound,
  projectRestricted,
  referenceNotFound,
  unauthenticated,
} from "@assay/contract/platform/refusals";
import { thresholdsMissing, workspaceKind } from "@assay/contract/webhooks/webhook-refusals";
import { expect } from "vitest";
import { absent, all, newProject } from "../harness/arrange.ts";
import type { Context } from "../harness/context.ts";
import { expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { scenario } from "../harness/scenario.ts";

const path = "/v1/webhooks";
const url = "https://hooks.example.org/assay";

/** An endpoint without a listener. It is never called, because no event that it subscribes to occurs. */
const idle = { event_types: ["evaluation.failed" as const], url };

const created = ({ assay }: Context, further: object = {}) => assay.webhooks.create({ ...idle, ...further });

/** Scenarios for endpoints that cannot be registered. */
export const webhookRegistrationRefusals = [
  scenario("createWebhook", 400, "lists the known kinds for an unknown one", async ({ request }) => {
    const body = { ...idle, event_types: ["evaluation.completed", "evaluation.exploded"] };
    expectFaults(await request("POST", path, { body }), [
      "/event_types/1",
      "invalid_value",
      `event_types[1] is "evaluation.exploded"; it must be one of ${eventKinds.join(", ")}.`,
    ]);
  }),
  scenario("createWebhook", 400, "names the faults of address, kinds and thresholds", async ({ request }) => {
    const body = {
      event_types: [],
      url: "https://me:word@hooks.example.org",
      config: { thresholds: { triage_accuracy: { below: 101 }, custom: { above: 5 } }, secret: "x" },
    };
    expectFaults(
      await request("POST", path, { body }),
      ["/event_types", "too_small", "event_types is []; it must have at least 1 item."],
      [
        "/url",
        "invalid_value",
        'url is "https://me:word@hooks.example.org"; it must be an https address without user name and password.',
      ],
      ["/config/thresholds/triage_accuracy/below", "too_big", "below is 101; it must be at most 100."],
      ["/config/thresholds/custom/below", "required", "below is required: it must be a number."],
      [
        "/config/thresholds/custom/above",
        "unknown_field",
        "above is not a field that this object accepts; accepted: below.",
      ],
      [
        "/config/secret",
        "unknown_field",
        "secret is not a field that this object accepts; accepted: project, thresholds.",
      ],
    );
  }),
  scenario("createWebhook", 400, "refuses threshold events without a threshold", async ({ request }) => {
    const watching = { event_types: ["score.threshold_crossed"], url };
    for (const config of [null, {}, { thresholds: {} }])
      expectRefusal(await request("POST", path, { body: { ...watching, config } }), thresholdsMissing());
  }),
  scenario("createWebhook", 422, "refuses a project that the key cannot access", async (context) => {
    const other = await context.otherWorkspace();
    const foreign = await other.assay.projects.create({ name: "Theirs" });
    for (const project of [absent.project, foreign.id])
      await expectRejected(
        created(context, { config: { project } }),
        referenceNotFound("project", project, "/config/project"),
      );
  }),
  scenario("createWebhook", 403, "limits a restricted key to endpoints of its projects", async (context) => {
    const [mine, theirs] = [await newProject(context), await newProject(context)];
    const key = await context.newKey({ scopes: ["webhooks:write", "webhooks:read"], projects: [mine.id] });
    const restricted = context.client(key);
    await expectRejected(restricted.webhooks.create(idle), projectRestricted());
    const own = await restricted.webhooks.create({ ...idle, config: { project: mine.id } });
    await created(context);
    const foreign = await created(context, { config: { project: theirs.id } });
    expect((await all(restricted.webhooks.list())).map(({ id }) => id)).toEqual([own.id]);
    await expectRejected(restricted.webhooks.get(foreign.id), notFound("webhook", foreign.id));
    await expectRejected(restricted.webhooks.update(own.id, { config: {} }), projectRestricted());
  }),
  scenario(
    "createWebhook",
    422,
    "refuses events of approvals for an endpoint of a project",
    async (context) => {
      const { id: project } = await newProject(context);
      const event_types = ["evaluation.failed" as const, "approval.requested" as const];
      const body = { event_types, url };
      const refused = workspaceKind("approval.requested", 1);
      await expectRejected(context.assay.webhooks.create({ ...body, config: { project } }), refused);
      const key = await context.newKey({ scopes: ["webhooks:write"], projects: [project] });
      await expectRejected(context.client(key).webhooks.create(body), refused);
      const { id } = await context.assay.webhooks.create(body);
      await expectRejected(
        context.assay.webhooks.update(id, { config: { project } }),
        workspaceKind("approval.requested", undefined),
      );
      const own = await created(context, { config: { project } });
      await expectRejected(context.assay.webhooks.update(own.id, { event_types }), refused);
    },
  ),
  scenario("createWebhook", 401, "requires a key", async ({ request }) => {
    expectRefusal(await request("POST", path, { body: idle, key: null }), unauthenticated("missing"));
  }),
];
