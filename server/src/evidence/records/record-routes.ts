import type { contract } from "@assay/contract/openapi/apis";
import { decisionToSeal, refuseNoRecord } from "@assay/contract/evidence/records/record-rules";
import type { EvidenceDeps } from "../evidence-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { issuerOf } from "../../platform/http/request/public-base.ts";
import { RecordLookups } from "./record-lookups.ts";
import { RecordProofs } from "./record-proofs.ts";
import { signRecord, verifySentRecord } from "./record-service.ts";

/** Returns the handlers of the routes for verification records. */
export function recordHandlers(deps: EvidenceDeps): Handlers<typeof contract.records> {
  const lookups = new RecordLookups(deps);
  const issuer = issuerOf(deps);
  const proofs = new RecordProofs({ knex: deps.database.knex, checkpoints: deps.evidence.checkpoints });
  return {
    sign: async ({ headers }, call) => {
      const decision = decisionToSeal(call.text());
      const { workspaceId, keyAgent } = call.caller;
      const issuing = { workspaceId, keyAgent, issuer: await issuer() };
      const body = await signRecord({ deps, lookups, proofs }, issuing, decision);
      const response = { status: 200 as const, body };
      // If the request has an idempotency key, the commit stores the response under this key, and nothing
      // else.
      return headers["idempotency-key"] === undefined ? response : call.commit(async () => response);
    },
    verify: async (_, call) => {
      const text = call.text();
      refuseNoRecord(text);
      return { status: 200, body: await verifySentRecord(lookups, text) };
    },
  };
}
