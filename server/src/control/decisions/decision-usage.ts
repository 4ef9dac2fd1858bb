import {
  agentOf,
  costOf,
  inputDigestOf,
  type AuthorizeCall,
} from "@assay/contract/control/decisions/authorize-call";
import { isGranted, type Judged } from "@assay/contract/control/decisions/policy-decision";
import { limits } from "@assay/contract/platform/limits";
import type { LockedLog } from "../../evidence/log/append/append-batch.ts";
import { digestOfValue } from "../../evidence/log/append/sealing-tools.ts";
import type { Caller } from "../../platform/http/routing/handler.ts";
import type { DecisionMoment } from "./decision-approval.ts";
import type { DecisionBasis } from "./decision-basis.ts";
import type { LockedFacts } from "./judge-call.ts";
import { type CeilingCall, UsageBook } from "./usage-book.ts";
import { findCounted, noteCounted } from "./usage-queries.ts";

/** Who asks, and under which idempotency key. */
export interface Asking {
  caller: Caller;
  key: string | undefined;
}

/** A call on its way into the log. */
export interface AskedCall {
  call: AuthorizeCall;
  basis: DecisionBasis;
  asking: Asking;
}

/** What an agent has used of its ceilings, as a call of it sees it. */
export interface Usage {
  facts: Omit<LockedFacts, "approved">;
  retryAfterSeconds: number | null;
  /** Undefined: nothing is counted. */
  call?: CeilingCall | undefined;
  /** It was counted before, under the same key. */
  counted?: { reserved: boolean } | undefined;
}

/** Nothing is counted, so nothing is reached. */
export const uncounted: Usage = {
  facts: { rateExceeded: false, budgetExceeded: false },
  retryAfterSeconds: null,
};

/** The agent whose use is counted; null: it has no ceiling, and the call no cost. */
export function countedAgent({ call, basis }: AskedCall): string | null {
  const { rateCeiling, spendCeiling } = basis.known.settings;
  return rateCeiling || spendCeiling || costOf(call) > 0 ? basis.agent && agentOf(call) : null;
}

/**
 * What a call is counted once under: its idempotency key with the caller and all that was asked. Another call under the same
 * key is another one, else a ceiling would be none for whoever always sends one key.
 */
function countedKey({ call, asking: { key, caller } }: AskedCall): string | undefined {
  return key === undefined ? undefined : `${caller.apiKeyId} ${inputDigestOf(call, digestOfValue)} ${key}`;
}

/** Reads what the agent of a call has used, while the log is locked. */
export async function readUsage(
  locked: LockedLog,
  asked: AskedCall,
  { now }: Pick<DecisionMoment, "now">,
): Promise<Usage> {
  const agentId = countedAgent(asked);
  if (agentId === null) return uncounted;
  const { call, basis, asking } = asked;
  const { workspaceId } = asking.caller;
  const key = countedKey(asked);
  const cost = costOf(call);
  const { settings } = basis.known;
  const counted =
    key === undefined
      ? undefined
      : await locked.read((tx) => findCounted(tx, { workspaceId, agentId }, { key, now }));
  const ceilingCall = { agentId, settings, now, cost };
  // What was counted under the same key has its place already.
  if (counted?.reserved || (counted && cost === 0)) return { ...uncounted, call: ceilingCall, counted };
  const reading = await UsageBook.of(locked, workspaceId).read(locked, {
    ...ceilingCall,
    settings: counted ? { ...settings, rateCeiling: null } : settings,
  });
  const { retryAfterSeconds, ...facts } = reading;
  return { facts, retryAfterSeconds, call: ceilingCall, counted };
}

/** Counts a call that the rate let through, and reserves the cost of one that goes on. */
export async function countUse(
  locked: LockedLog,
  { asked, judged, usage }: { asked: AskedCall; judged: Judged; usage: Usage },
  { decisionId, now }: Pick<DecisionMoment, "decisionId" | "now">,
): Promise<void> {
  const { call, counted } = usage;
  if (!call || usage.facts.rateExceeded) return;
  const { caller } = asked.asking;
  const key = countedKey(asked);
  const book = UsageBook.of(locked, caller.workspaceId);
  if (!counted) book.countCall(call);
  const reserves = isGranted(judged) && call.cost > 0 && counted?.reserved !== true;
  const expiresAt = now + limits.decisionSeconds * 1000;
  if (reserves) book.reserve(call, { decisionId, expiresAt });
  if (key === undefined) return;
  const reserved = reserves || counted?.reserved === true;
  const place = { workspaceId: caller.workspaceId, agentId: call.agentId };
  await locked.query((tx) => noteCounted(tx, place, { key, now, reserved }));
}
