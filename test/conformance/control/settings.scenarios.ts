import { insufficientScope, projectRestricted } from "@assay/contract/platform/refusals";
import { settingsChanged } from "@assay/contract/control/agents/agent-refusals";
import { expect } from "vitest";
import { loggedEvents } from "./agents.scenarios.ts";
import { newProject } from "../harness/arrange.ts";
import { expectBody, expectFaults, expectRefusal, expectRejected } from "../harness/expectations.ts";
import { engineScenario, scenario } from "../harness/scenario.ts";

const path = "/api/settings";
const unlimited = {
  toolRisk: {},
  defaultToolRisk: "low" as const,
  rateCeiling: null,
  spendCeiling: null,
  boundaries: {},
  approvals: { expirySeconds: 900, requiredApprovals: 1, bindSession: false },
  toolApprovers: {},
  toolGroups: {},
  timeZone: "UTC",
};
const strict = {
  toolRisk: { "chart.write": "high" as const, "chart.*": "medium" as const },
  defaultToolRisk: "high" as const,
  rateCeiling: { calls: 600, windowSeconds: 60 },
  spendCeiling: { cost: 0.5, windowSeconds: 86_400 },
  boundaries: {
    clinic: { allowedHosts: ["api.example.org", "*.clinic.example.org:443", "10.0.0.7"] },
    nowhere: { allowedHosts: [] },
  },
  approvals: { expirySeconds: 60, requiredApprovals: 5, bindSession: true },
  toolApprovers: { "*": { requiredApprovals: 1 }, "rx.*": { credentials: ["MD" as const] } },
  toolGroups: { clinical: ["chart.*", "rx.read"] },
  timeZone: "America/St_Johns",
};

export const settingsScenarios = [
  scenario("getSettings", 200, "returns no limits by default", async (context) => {
    expect(expectBody(await context.request("GET", path), 200)).toEqual({ ...unlimited, updatedAt: null });
    const viewer = context.client(await context.newKey({ preset: "viewer" }));
    expect(await viewer.control.settings.get()).toEqual({ ...unlimited, updatedAt: null });
  }),
  scenario(
    "getSettings",
    403,
    "requires a workspace key with the scope to read policies",
    async (context) => {
      const agent = await context.newKey({ preset: "gateway" });
      expectRefusal(await context.request("GET", path, { key: agent }), insufficientScope("policies:read"));
      const { id } = await newProject(context);
      const restricted = await context.newKey({ preset: "admin", projects: [id] });
      expectRefusal(await context.request("GET", path, { key: restricted }), projectRestricted());
    },
  ),
  scenario("putSettings", 200, "replaces all settings and appends an event", async (context) => {
    const { assay } = context;
    const set = await assay.control.settings.put(strict);
    expect(set).toEqual({ ...strict, updatedAt: expect.any(Number), warnings: [] });
    expect({ ...(await assay.control.settings.get()), warnings: [] }).toEqual(set);
    const other = await context.otherWorkspace();
    expect(await other.assay.control.settings.get()).toEqual({ ...unlimited, updatedAt: null });
    // Settings can be sent back as they were read; a missing field is set to its default.
    expect((await context.request("PUT", path, { body: set })).body).toEqual(set);
    const less = await assay.control.settings.put({ toolRisk: strict.toolRisk });
    expect(less).toEqual({
      ...unlimited,
      toolRisk: strict.toolRisk,
      updatedAt: less.updatedAt,
      warnings: [],
    });
    const [first] = (await assay.apiKeys.list()).data;
    const digest: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
    const all = [
      "toolRisk",
      "defaultToolRisk",
      "rateCeiling",
      "spendCeiling",
      "boundaries",
      "approvals",
      "toolApprovers",
      "toolGroups",
      "timeZone",
    ];
    expect(await loggedEvents(context)).toEqual([
      ["settings.updated", { by: first?.id, changed: all, digest }],
      ["settings.updated", { by: first?.id, changed: all.slice(1), digest }],
    ]);
  }),
  engineScenario("putSettings", 409, "refuses settings based on an outdated version", async ({ assay }) => {
    const first = await assay.control.settings.put(strict);
    const second = await assay.control.settings.put({ ...strict, rateCeiling: null });
    expect(second.updatedAt).toBeGreaterThan(first.updatedAt ?? 0);
    const stale = assay.control.settings.put({ ...unlimited, updatedAt: first.updatedAt });
    await expectRejected(stale, settingsChanged(first.updatedAt ?? 0, second.updatedAt));
    expect({ ...(await assay.control.settings.get()), warnings: [] }).toEqual(second);
  }),
  scenario(
    "putSettings",
    400,
    "refuses settings that weaken the baseline, and invalid limits",
    async (context) => {
      const answer = await context.request("PUT", path, {
        body: {
          toolRisk: { "chart.write": "none", "": "low", "a*b*c*d*e*": "low" },
          defaultToolRisk: "none",
          rateCeiling: { calls: 0, windowSeconds: 0 },
          spendCeiling: { cost: 0, windowSeconds: 60, currency: "EUR" },
          boundaries: {
            default: { allowedHosts: ["a.test"] },
            open: { allowedHosts: ["*", "https://a.test", "169.254.169.254", "*.google.internal"] },
          },
          timeZone: "Europe/Atlantis",
          latches: false,
        },
      });
      const host =
        "it must be a host in normalized form (lower case, punycode), optionally with `*.` before two or more labels for subdomains, and optionally with `:port`.";
      const pattern = "must be a tool name or a pattern of 1 to 128 characters with at most 4 *.";
      const metadata = "it must not be a metadata service or a link-local address.";
      expectFaults(
        answer,
        [
          "/toolRisk/chart.write",
          "invalid_value",
          'chart.write is "none"; it must be one of low, medium, high.',
        ],
        ["/toolRisk/", "invalid_key", `toolRisk has the key ""; a key ${pattern}`],
        ["/toolRisk/a*b*c*d*e*", "invalid_key", `toolRisk has the key "a*b*c*d*e*"; a key ${pattern}`],
        [
          "/defaultToolRisk",
          "invalid_value",
          'defaultToolRisk is "none"; it must be one of low, medium, high.',
        ],
        ["/rateCeiling/calls", "too_small", "calls is 0; it must be at least 1."],
        ["/rateCeiling/windowSeconds", "too_small", "windowSeconds is 0; it must be at least 1."],
        ["/spendCeiling/cost", "too_small", "cost is 0; it must be more than 0."],
        [
          "/spendCeiling/currency",
          "unknown_field",
          "currency is not a field that this object accepts; accepted: cost, windowSeconds.",
        ],
        [
          "/boundaries/default",
          "invalid_key",
          'boundaries has the key "default"; a key must not be default, which is built in.',
        ],
        ["/boundaries/open/allowedHosts/0", "invalid_value", `allowedHosts[0] is "*"; ${host}`],
        ["/boundaries/open/allowedHosts/1", "invalid_value", `allowedHosts[1] is "https://a.test"; ${host}`],
        [
          "/boundaries/open/allowedHosts/2",
          "invalid_value",
          `allowedHosts[2] is "169.254.169.254"; ${metadata}`,
        ],
        [
          "/boundaries/open/allowedHosts/3",
          "invalid_value",
          `allowedHosts[3] is "*.google.internal"; ${metadata}`,
        ],
        [
          "/timeZone",
          "invalid_value",
          'timeZone is "Europe/Atlantis"; it must be the IANA name of a time zone, for example Europe/Berlin.',
        ],
        [
          "/latches",
          "unknown_field",
          "latches is not a field that this object accepts; accepted: toolRisk, defaultToolRisk, rateCeiling, spendCeiling, boundaries, approvals, toolApprovers, toolGroups, timeZone, updatedAt, warnings.",
        ],
      );
    },
  ),
  scenario("putSettings", 403, "requires the scope to write settings", async (context) => {
    const developer = await context.newKey({ preset: "developer" });
    const answer = await context.request("PUT", path, { key: developer, body: {} });
    expectRefusal(answer, insufficientScope("settings:write"));
  }),
  scenario("getSettings", 200, "returns the risks of tools as stored", async ({ assay }) => {
    const given = { toolRisk: { "chart.read": "low" as const }, defaultToolRisk: "medium" as const };
    expect(await assay.control.settings.put(given)).toMatchObject(given);
    expect(await assay.control.settings.get()).toMatchObject(given);
  }),
];
