import * as z from "zod";
import {
  actionInput,
  entityInput,
  named,
  openObject,
  record,
  subjectInput,
} from "../hierarchy/decision-entities.ts";
import { refuseContradictedProperties, type StatedEntities } from "../hierarchy/sent-entities.ts";
import { optional } from "../../platform/common.ts";
import { limits } from "../../platform/limits.ts";
import { isSameJson } from "../../wire/json/canonical-json.ts";

/** The arguments of a call. */
export const argsInput = record(
  "Arguments of the call: `context.args` of policies. If `context.args` is also sent, it must be equal.",
);

/** Whether a value is a reservable cost; null is not, because it must not count as 0. */
const isCost = (value: unknown): boolean =>
  typeof value === "number" && value >= 0 && value <= limits.largestCost;
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** Validates the members of `context` that the service reads. An invalid member is never ignored. */
function refuseUnreadable(
  context: Readonly<Record<string, unknown>>,
  refinement: z.core.$RefinementCtx,
): void {
  const given = (name: string): unknown => context[name] ?? undefined;
  const refuse = (name: string, message: string): void =>
    refinement.addIssue({ code: "custom", path: [name], message, input: context[name] });
  if (context["cost"] !== undefined && !isCost(context["cost"]))
    refuse("cost", `must be a number from 0 to ${limits.largestCost}`);
  if (given("supports") !== undefined && !isTexts(given("supports")))
    refuse("supports", "must be an array of strings");
  const approval = given("approvalId");
  if (approval !== undefined && (typeof approval !== "string" || approval.length > 200))
    refuse("approvalId", "must be the id of an approval");
  if (context["args"] !== undefined) refuseArgs(context["args"], refinement);
}

/** Rejects `context.args` for the same reasons as `args`. Null is not an object. */
function refuseArgs(args: unknown, refinement: z.core.$RefinementCtx): void {
  const parsed = argsInput.safeParse(args);
  for (const issue of parsed.error?.issues ?? [])
    refinement.issues.push({ ...issue, path: ["args", ...issue.path], input: undefined });
}

/** Rejects a request whose `args` and `context.args` have different RFC 8785 forms. */
export function refuseTwoArgs(
  { args, context }: { args?: unknown; context?: Readonly<Record<string, unknown>> | null | undefined },
  refinement: z.core.$RefinementCtx,
): void {
  const within = context?.["args"];
  if (args === undefined || args === null || within === undefined || isSameJson(args, within)) return;
  refinement.addIssue({ code: "custom", path: ["args"], message: "differs from context.args", input: args });
}

/** Rejects a request that states its arguments or a property of an entity in two places, and differently. */
export function refuseConflicts(
  body: Parameters<typeof refuseTwoArgs>[0] & StatedEntities,
  refinement: z.core.$RefinementCtx,
): void {
  refuseTwoArgs(body, refinement);
  refuseContradictedProperties(body, refinement);
}

/** The `context` of a request. */
export const contextInput = record(
  "Further context for policies. The service itself reads `egress` (hosts), `risk`, `cost`, `approvalId` and `supports`; `args` are the arguments of the call. Policies never see the members `facts`, `numbers`, `action` and `onBehalfOf` of this object.",
).superRefine(refuseUnreadable);

const forms = ["agentId", "tool"] as const;
const evaluation = ["subject", "action", "resource"] as const;

/** Requires exactly one of the two forms, with all its members; a bound API key can replace `agentId`. */
function refuseHalves(
  body: Partial<Record<(typeof forms)[number] | (typeof evaluation)[number], unknown>>,
  context: z.core.$RefinementCtx,
): void {
  const short = forms.filter((name) => body[name] !== undefined);
  const long = evaluation.filter((name) => body[name] !== undefined);
  if (short.length > 0 && long.length > 0) {
    const message = `must not be sent together with ${long.join(", ")}`;
    for (const name of short) context.addIssue({ code: "custom", path: [name], message, input: body[name] });
    return;
  }
  const wanted = short.length > 0 ? (["tool"] as const) : evaluation;
  for (const name of wanted) {
    if (body[name] !== undefined) continue;
    const message = short.length > 0 ? "is required" : "is required: send it, or agentId and tool";
    context.addIssue({ code: "custom", path: [name], message, input: undefined });
  }
}

/** Names under which other protocols send the arguments of a call. */
const foreignNames = ["arguments", "params", "parameters", "input", "tool_input", "toolInput"] as const;

/** Rejects arguments under another name; otherwise, the call would be evaluated without arguments. */
function refuseForeignNames(body: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx): void {
  for (const name of foreignNames) {
    if (!Object.hasOwn(body, name)) continue;
    const message = "is not a member of a request: use args";
    context.addIssue({ code: "custom", path: [name], message, input: body[name] });
  }
}

const shortForm = {
  agentId: "triage-bot",
  tool: "chart.write",
  args: { patient: "p-1042", note: "Seen." },
  session: "visit-118",
  context: { cost: 0.02 },
};

/** The members of a request. */
export const authorizeShape = {
  agentId: optional(
    named("Id of the agent, sent with `tool`. May be absent if the API key is bound to an agent.", 256),
  ),
  tool: optional(named("Name of the tool to call.", 256)),
  args: optional(argsInput),
  subject: optional(subjectInput),
  action: optional(actionInput),
  resource: optional(entityInput),
  context: optional(contextInput),
  session: optional(
    z.string().max(limits.eventSessionCharacters).meta({ description: "The session of the request." }),
  ),
};

/** A request: an AuthZEN evaluation, or the short form for a tool call. */
export const authorizeBody = openObject(authorizeShape)
  .superRefine(refuseHalves)
  .superRefine(refuseForeignNames)
  .superRefine(refuseConflicts)
  .meta({
    id: "Authorize",
    description:
      "A request for a decision: `subject`, `action` and `resource`, or `agentId` and `tool`. Unknown members are ignored with the warning `unknown_member`; arguments under a name other than `args` (`arguments`, `params`, `parameters`, `input`, `tool_input`, `toolInput`) are refused.",
    examples: [
      shortForm,
      {
        subject: { type: "agent", id: "triage-bot" },
        action: { name: "tools/call" },
        resource: { type: "tool", id: "chart.read" },
        context: { args: { patient: "p-1042" } },
      },
    ],
  });

/**
 * An item of a batch. Each item is validated separately, so an invalid item does not stop the others. The
 * documents describe it as a request.
 */
const batchItem = z.unknown().meta({ $ref: "Authorize" }) as z.ZodType<
  unknown,
  // Safe: clients send requests, and the output stays unknown until the item is validated.
  z.input<typeof authorizeBody>
>;

/** Several requests in one batch. */
export const authorizeBatchBody = z
  .object({
    requests: z
      .array(batchItem)
      .min(1)
      .max(limits.decisionsPerBatch)
      .meta({
        description: `1 to ${limits.decisionsPerBatch} requests; each gets its own decision. An invalid request is denied, with an error.`,
      }),
  })
  .meta({
    id: "AuthorizeBatch",
    description: "Several requests.",
    examples: [{ requests: [shortForm] }],
  });

/** The actual cost of a call. */
export const settleBody = z
  .strictObject({
    cost: z
      .number()
      .min(0)
      .max(limits.largestCost)
      .meta({ description: "Actual cost of the call, which replaces the reserved cost." }),
  })
  .meta({ id: "SettleDecision", description: "The actual cost of a call.", examples: [{ cost: 0.018 }] });

/** A validated request for a decision. */
export type AuthorizeBody = z.output<typeof authorizeBody>;
