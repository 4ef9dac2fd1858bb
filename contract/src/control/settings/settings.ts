import * as z from "zod";
import {
  approvalSettings,
  approvalSettingsInput,
  type ApprovalSettings,
  defaultApprovalSettings,
  exampleApprovalSettings,
  refuseUnreachable,
  toolApprovers,
} from "./approval-settings.ts";
import { boundaries } from "./boundary-settings.ts";
import { tableOf } from "./setting-tables.ts";
import { toolPattern } from "../agents/agent-object.ts";
import { type RiskLevel, riskLevels } from "../../domain/policy/policy-facts.ts";
import { nameWarnings } from "../policies/policy-finding.ts";
import { toolGroups } from "./tool-groups.ts";
import { answers, c, route } from "../../platform/c.ts";
import { milliseconds, withDefault, withinBytes } from "../../platform/common.ts";
import { defaultTimeZone } from "../../domain/policy/time-facts.ts";
import { limits } from "../../platform/limits.ts";
import { timeZoneName } from "../../platform/validation/time-zone-name.ts";

const toolRisk = tableOf(
  toolPattern,
  z.enum(riskLevels).meta({ description: "Risk level of the tool." }),
  1000,
).meta({
  description:
    "Risk of tools by name or pattern; `*` matches any characters. The most specific pattern applies. A request may raise the risk, never lower it; `high` requires human approval.",
});

const defaultToolRisk = z
  .enum(riskLevels)
  .meta({ description: "Risk of tools that `toolRisk` does not match; default `low`." });

const windowSeconds = z
  .int()
  .min(1)
  .max(31 * 24 * 60 * 60)
  .meta({ description: "Length of the sliding window, in seconds: 1 second to 31 days." });

const rateCeiling = z
  .strictObject({
    calls: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .meta({ description: "Maximum number of decisions of one agent in the window." }),
    windowSeconds,
  })
  .meta({
    id: "RateCeiling",
    description: "Rate ceiling of each agent.",
    examples: [{ calls: 600, windowSeconds: 60 }],
  });

const spendCeiling = z
  .strictObject({
    cost: z
      .number()
      .gt(0)
      .max(1_000_000_000_000)
      .meta({ description: "Maximum spend of one agent in the window, in the unit of `context.cost`." }),
    windowSeconds,
  })
  .meta({
    id: "SpendCeiling",
    description: "Spend ceiling of each agent.",
    examples: [{ cost: 25, windowSeconds: 86_400 }],
  });

const timeZone = timeZoneName("IANA name of the time zone of `context.facts.now`; default `UTC`.");

const exampleSettings = {
  toolRisk: { "rx.*": "high" as const, "rx.read": "low" as const },
  defaultToolRisk: "medium" as const,
  rateCeiling: { calls: 600, windowSeconds: 60 },
  spendCeiling: null,
  boundaries: { clinic: { allowedHosts: ["api.example.org", "*.clinic.example.org:443"] } },
  ...exampleApprovalSettings,
  toolGroups: { clinical: ["chart.*"] },
  timeZone: "Europe/Berlin",
};

const settings = z
  .object({
    toolRisk,
    defaultToolRisk,
    rateCeiling: rateCeiling
      .nullable()
      .meta({ description: "Rate ceiling of each agent; null if unlimited." }),
    spendCeiling: spendCeiling
      .nullable()
      .meta({ description: "Spend ceiling of each agent; null if unlimited." }),
    boundaries,
    approvals: approvalSettings,
    toolApprovers,
    toolGroups,
    timeZone,
    updatedAt: milliseconds("Time of the last change; null if never changed.").nullable(),
  })
  .meta({
    id: "Settings",
    description: "The limits of the workspace's baseline, and the requirements of its approvals.",
    examples: [{ ...exampleSettings, updatedAt: 1_772_443_800_000 }],
  });

const storedSettings = settings.extend({ warnings: nameWarnings }).meta({
  id: "StoredSettings",
  description: "The settings after a write, with the names in policies that the write made unknown.",
  examples: [{ ...exampleSettings, updatedAt: 1_772_443_800_000, warnings: [] }],
});

const putSettingsBody = z
  .strictObject({
    toolRisk: withDefault(toolRisk, {}),
    defaultToolRisk: withDefault(defaultToolRisk, "low"),
    rateCeiling: rateCeiling
      .nullish()
      .meta({ description: "Rate ceiling of each agent; null if unlimited." }),
    spendCeiling: spendCeiling
      .nullish()
      .meta({ description: "Spend ceiling of each agent; null if unlimited." }),
    boundaries: withDefault(boundaries, {}),
    approvals: withDefault(approvalSettingsInput, defaultApprovalSettings),
    toolApprovers: withDefault(toolApprovers, {}),
    toolGroups: withDefault(toolGroups, {}),
    timeZone: withDefault(timeZone, defaultTimeZone),
    updatedAt: milliseconds(
      "`updatedAt` of the settings to replace; 409 if the settings have changed since. By default, or with null, the server does not check this.",
    ).nullish(),
    warnings: nameWarnings
      .optional()
      .meta({ description: "Ignored; accepted so that a response can be sent back." }),
  })
  .superRefine(refuseUnreachable)
  .refine((body) => withinBytes(body, limits.settingsBytes), {
    error: `must be at most ${limits.settingsBytes} bytes of JSON`,
  })
  .meta({
    id: "PutSettings",
    description: "All settings; omitted members have their defaults, which limit nothing.",
    examples: [exampleSettings],
  });

export type PutSettingsBody = z.output<typeof putSettingsBody>;

/** The settings of a workspace, without the time of their change. */
export interface WorkspaceSettings extends ApprovalSettings {
  /** Risk levels by name or pattern of tools. */
  toolRisk: Record<string, RiskLevel>;
  defaultToolRisk: RiskLevel;
  rateCeiling: { calls: number; windowSeconds: number } | null;
  spendCeiling: { cost: number; windowSeconds: number } | null;
  boundaries: Record<string, { allowedHosts: string[] }>;
  /** The patterns of tools in each group. */
  toolGroups: Record<string, string[]>;
  timeZone: string;
}

/** The default settings of a workspace. */
export const defaultSettings: Readonly<WorkspaceSettings> = {
  toolRisk: {},
  defaultToolRisk: "low",
  rateCeiling: null,
  spendCeiling: null,
  boundaries: {},
  approvals: defaultApprovalSettings,
  toolApprovers: {},
  toolGroups: {},
  timeZone: defaultTimeZone,
};

/** The settings from a validated request. */
export const settingsOf = ({
  toolRisk: risks,
  defaultToolRisk: riskOfOthers,
  rateCeiling: rate,
  spendCeiling: spend,
  boundaries: named,
  approvals,
  toolApprovers: approvers,
  toolGroups: groups,
  timeZone: zone,
}: PutSettingsBody): WorkspaceSettings => ({
  toolRisk: risks,
  defaultToolRisk: riskOfOthers,
  rateCeiling: rate ?? null,
  spendCeiling: spend ?? null,
  boundaries: named,
  approvals,
  toolApprovers: approvers,
  toolGroups: groups,
  timeZone: zone,
});

export const settingsRoutes = c.router({
  get: route({
    method: "GET",
    path: "/api/settings",
    summary: "Get the workspace's settings",
    description:
      "Returns the limits that the baseline policies apply. Settings can tighten the baseline, never lift it.",
    responses: answers({ 200: settings }),
    metadata: {
      operationId: "getSettings",
      tag: "Settings",
      scope: "policies:read",
      sdk: "control.settings.get",
      workspaceLevel: true,
    },
  }),
  put: route({
    method: "PUT",
    path: "/api/settings",
    summary: "Set the workspace's settings",
    description:
      "Replaces all settings. They apply to all later decisions; the evidence log records the change.",
    body: putSettingsBody,
    responses: answers({ 200: storedSettings }, 409),
    metadata: {
      operationId: "putSettings",
      tag: "Settings",
      scope: "settings:write",
      sdk: "control.settings.put",
      workspaceLevel: true,
    },
  }),
});
