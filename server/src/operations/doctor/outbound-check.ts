import { lookup } from "node:dns/promises";
import { formatId } from "@assay/contract/platform/ids";
import { counted } from "@assay/contract/domain";
import type { Config } from "../../platform/config.ts";
import type { Database } from "../../platform/db/connection/connect.ts";
import { AddressGuard } from "../../platform/outbound/address-guard.ts";
import { needsHttps, notPublic } from "../../platform/outbound/guarded-connector.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

/** Maximum number of endpoints to check. Failing endpoints are checked first. */
const maxEndpoints = 20;

interface Endpoint {
  id: string;
  url: string;
  enabled: boolean;
  disabled_reason: string | null;
  failing: boolean;
  last_error: string | null;
}

/**
 * Checks that the addresses of webhooks are allowed, and reports each endpoint's last response. Sends no
 * requests.
 */
export async function checkOutbound({ knex }: Database, config: Config): Promise<Finding> {
  const endpoints = await readEndpoints(knex);
  if (endpoints.length === 0) return ok("outbound", "No webhooks.");
  const guard = new AddressGuard(config.outboundAllow);
  const unreachable: string[] = [];
  const troubled: string[] = [];
  for (const { id, url, enabled, failing, disabled_reason: disabled, last_error: error } of endpoints) {
    const name = `${formatId("webhook", id)} (${new URL(url).host})`;
    const why = enabled ? await refusalOf(guard, url) : undefined;
    if (why !== undefined) unreachable.push(`${name} ${why}`);
    else if (!enabled) troubled.push(`${name} is disabled: ${disabled ?? "by an API call"}`);
    else if (failing)
      troubled.push(
        `${name} did not accept its last message: ${(error ?? "no attempt is stored").replace(/\.$/, "")}`,
      );
  }
  if (unreachable.length > 0)
    return fail(
      "outbound",
      `${unreachable.join("; ")}.`,
      "For a private address, add its network to ASSAY_OUTBOUND_ALLOW; for an unknown name, check DNS or fix the webhook's url.",
    );
  if (troubled.length > 0)
    return warn(
      "outbound",
      `${troubled.join("; ")}.`,
      'GET /v1/webhooks/{id}/deliveries lists each attempt; after the receiver is fixed, PATCH {"enabled": true} if the webhook is disabled, and POST …/deliveries/{id}/redeliver.',
    );
  return ok("outbound", `${counted(endpoints.length, "webhook")}, at allowed addresses.`);
}

/**
 * Returns the reason why an address is not allowed, as a phrase without a subject; undefined if it is
 * allowed.
 */
async function refusalOf(guard: AddressGuard, url: string): Promise<string | undefined> {
  const { hostname, protocol } = new URL(url);
  try {
    const addresses = await lookup(hostname.replaceAll(/^\[|\]$/g, ""), { all: true });
    const isPlain = protocol === "http:";
    const mayReach = ({ address }: { address: string }) =>
      isPlain ? guard.isListed(address) : guard.isAllowed(address);
    if (addresses.every(mayReach)) return undefined;
    return isPlain ? needsHttps : notPublic;
  } catch {
    return "has a name that cannot be looked up";
  }
}

async function readEndpoints(knex: Database["knex"]): Promise<Endpoint[]> {
  const { rows } = await knex.raw<{ rows: Endpoint[] }>(
    `select w.id, w.url, w.enabled, w.disabled_reason, w.failing,
      (select coalesce(attempt_log -> -1 ->> 'error', 'status ' || (attempt_log -> -1 ->> 'response_status'))
        from webhook_deliveries d
        where d.workspace_id = w.workspace_id and d.webhook_id = w.id and d.attempts > 0
        order by d.created_at desc, d.id desc limit 1) as last_error
    from webhooks w order by w.failing desc, w.enabled, w.created_at limit ?`,
    [maxEndpoints],
  );
  return rows;
}
