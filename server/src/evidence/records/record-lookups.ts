import { countingKeys } from "@assay/contract/evidence/signing-keys/signing-key-wire";
import type { TrustedKeys } from "@assay/contract/wire/evidence-verify";
import type { EvidenceDeps } from "../evidence-deps.ts";
import { type EventRow, findEvents } from "../events/event-queries.ts";
import { publicKeyOf } from "../signing-keys/signing-key-queries.ts";
import type { Signer } from "../signing-keys/signing-keys.ts";
import {
  findRecordEvidence,
  findSealable,
  type RecordClaim,
  type RecordEvidenceRow,
  type SealableDecision,
} from "./record-queries.ts";
import { BatchedLookup } from "./batched-lookup.ts";

/** A request to seal a decision. */
interface SealRequest {
  workspaceId: string;
  /** Id of the decision; undefined if the decision has no id. */
  decisionId: string | undefined;
}

/** The signing key, and the logged decision if there is one. */
interface SealInput {
  signer: Signer;
  found: SealableDecision | undefined;
}

type LookupDeps = Pick<EvidenceDeps, "database" | "evidence">;

/**
 * Looks up the data for records in the database. The keys are read for each record, so a revocation takes
 * effect immediately.
 */
export class RecordLookups {
  readonly #deps: LookupDeps;
  readonly #sealings = new BatchedLookup((requests: readonly SealRequest[]) => this.#findSealings(requests));
  readonly #evidence = new BatchedLookup((claims: readonly RecordClaim[]) =>
    findRecordEvidence(this.#deps.database.knex, claims),
  );
  readonly #keys = new BatchedLookup((requests: readonly undefined[]) => this.#findKeys(requests));

  constructor(deps: LookupDeps) {
    this.#deps = deps;
  }

  /** Returns the key for sealing a decision, and the logged decision if there is one. */
  sealing(request: SealRequest): Promise<SealInput> {
    return this.#sealings.get(request);
  }

  /** Returns the keys whose signatures are valid. */
  keys(): Promise<TrustedKeys> {
    return this.#keys.get(undefined);
  }

  /** Returns the data in the log that is needed to verify a record. */
  evidence(claim: RecordClaim): Promise<RecordEvidenceRow> {
    return this.#evidence.get(claim);
  }

  /** Returns the event at a position in a log. */
  async eventAt(workspaceId: string, seq: number): Promise<EventRow | undefined> {
    const [event] = await findEvents(this.#deps.database.knex, workspaceId, [seq]);
    return event;
  }

  async #findSealings(requests: readonly SealRequest[]): Promise<SealInput[]> {
    const signer = await this.#deps.evidence.keys.active();
    const named = requests.flatMap(({ workspaceId, decisionId }) =>
      decisionId === undefined ? [] : { workspaceId, decisionId },
    );
    const rows = (await findSealable(this.#deps.database.knex, named, signer.kid)).values();
    return requests.map(({ decisionId }) => ({
      signer,
      found: decisionId === undefined ? undefined : rows.next().value,
    }));
  }

  async #findKeys(requests: readonly undefined[]): Promise<TrustedKeys[]> {
    const keys = countingKeys((await this.#deps.evidence.keys.list()).map(publicKeyOf));
    return requests.map(() => keys);
  }
}
