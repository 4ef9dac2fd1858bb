// Written by `npm run generate` from the contract. Do not edit.
import { connect } from "../../../client/connect.ts";
import { extend } from "../../../extras/standalone/standalone-control-evidence.ts";
import type { AssayOptions } from "../../../client/options.ts";
import type { StandaloneControlEvidence } from "../../../extras/standalone/standalone-control-evidence.ts";
import type * as resources from "../../resources.ts";

/**
 * Evidence alone: the methods of `assay.control.evidence` without the rest of the client.
 *
 * If the options are invalid, every call rejects. Code for handling failed calls is loaded when a call fails.
 *
 * @example
 * const client = createControlEvidence({ apiKey }); // or ASSAY_API_KEY, ASSAY_BASE_URL
 */
export function createControlEvidence(options?: AssayOptions): StandaloneControlEvidence {
  const transport = connect(options);
  const methods: resources.ControlEvidence = {
    checkpoint: (own) => transport.call(["GET", "/api/evidence/checkpoint"], {}, own),
    inclusionProof: (query, own) => transport.call(["GET", "/api/evidence/proof/inclusion"], { query }, own),
    consistencyProof: (query, own) => transport.call(["GET", "/api/evidence/proof/consistency"], { query }, own),
    erase: (body, own) => transport.call(["POST", "/api/evidence/erase"], { body }, own),
    keys: (own) => transport.call(["GET", "/.well-known/jwks.json"], {}, own),
  };
  return extend(methods, transport);
}
