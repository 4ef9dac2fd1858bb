import { Readable } from "node:stream";
import { erasureToWire } from "@assay/contract/evidence/log/erasure-rules";
import { checkpointToWire } from "@assay/contract/evidence/log/evidence-rules";
import { proveConsistency, proveInclusion } from "@assay/contract/evidence/log/log-proofs";
import type { contract } from "@assay/contract/openapi/apis";
import type { EvidenceDeps } from "../evidence-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { contextOf } from "../../platform/http/routing/request-context.ts";
import { streamedBody } from "../../platform/http/request/streamed-body.ts";
import { eraseEvents } from "../events/erasure-service.ts";
import { exportLines } from "./evidence-export.ts";
import { findProvableLog } from "./provable-log.ts";

/** Returns the handlers of the routes for proofs, for the export of the log, and for erasure. */
export function evidenceHandlers(deps: EvidenceDeps): Handlers<typeof contract.evidence> {
  const { checkpoints } = deps.evidence;
  const parts = { knex: deps.database.knex, checkpoints };
  return {
    checkpoint: async (_, { caller }) => ({
      status: 200,
      body: checkpointToWire(await checkpoints.sign(caller.workspaceId)),
    }),
    inclusion: async ({ query }, { caller }) => ({
      status: 200,
      body: await proveInclusion(await findProvableLog(parts, caller.workspaceId), query),
    }),
    consistency: async ({ query }, { caller }) => ({
      status: 200,
      body: await proveConsistency(await findProvableLog(parts, caller.workspaceId), query),
    }),
    export: async (_, { caller }) => {
      // If the log cannot be signed, the export must be refused before the first byte is sent.
      await checkpoints.sign(caller.workspaceId);
      const lines = Readable.from(exportLines(deps, caller.workspaceId), {
        objectMode: false,
        highWaterMark: 1 << 20,
      });
      return { status: 200, body: streamedBody(lines) };
    },
    erase: async ({ body, headers }, { caller, request }) => {
      const erasure = { ...body, key: headers["idempotency-key"] };
      const { event, replayed } = await eraseEvents(deps, caller, erasure);
      if (replayed) contextOf(request).replayed = true;
      return { status: 200, body: erasureToWire(event) };
    },
  };
}
