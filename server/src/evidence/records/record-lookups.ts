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
import { SharedLookUp } from "./batched-lookup.ts";

/** What somebody wants sealed. */
interface Sealing {
  workspaceId: string;
  /** Undefined: it names none. */
  decisionId: string | undefined;
}

/** The key that signs, and what the log holds of the decision. */
interface SealedBy {
  signer: Signer;
  found: SealableDecision | undefined;
}

type LookUpDeps = Pick<EvidenceDeps, "database" | "evidence">;

/** What the database knows of records: keys too are looked at for each of them, so one that was revoked is seen at once. */
export class RecordLookUps {
  readonly #deps: LookUpDeps;
  readonly #sealings = new SharedLookUp((asked: readonly Sealing[]) => this.#findSealings(asked));
  readonly #evidence = new SharedLookUp((claims: readonly RecordClaim[]) =>
    findRecordEvidence(this.#deps.database.knex, claims),
  );
  readonly #keys = new SharedLookUp((asked: readonly undefined[]) => this.#findKeys(asked));

  constructor(deps: LookUpDeps) {
    this.#deps = deps;
  }

  /** By which key a decision is sealed, and what the log holds of it. */
  sealing(asked: Sealing): Promise<SealedBy> {
    return this.#sealings.ask(asked);
  }

  /** The keys by which something can have been signed until now. */
  keys(): Promise<TrustedKeys> {
    return this.#keys.ask(undefined);
  }

  /** What the log says of a record. */
  evidence(claim: RecordClaim): Promise<RecordEvidenceRow> {
    return this.#evidence.ask(claim);
  }

  /** The event at a place of a log. */
  async eventAt(workspaceId: string, seq: number): Promise<EventRow | undefined> {
    const [event] = await findEvents(this.#deps.database.knex, workspaceId, [seq]);
    return event;
  }

  async #findSealings(asked: readonly Sealing[]): Promise<SealedBy[]> {
    const signer = await this.#deps.evidence.keys.active();
    const named = asked.flatMap(({ workspaceId, decisionId }) =>
      decisionId === undefined ? [] : { workspaceId, decisionId },
    );
    const rows = (await findSealable(this.#deps.database.knex, named, signer.kid)).values();
    return asked.map(({ decisionId }) => ({
      signer,
      found: decisionId === undefined ? undefined : rows.next().value,
    }));
  }

  async #findKeys(asked: readonly undefined[]): Promise<TrustedKeys[]> {
    const keys = countingKeys((await this.#deps.evidence.keys.list()).map(publicKeyOf));
    return asked.map(() => keys);
  }
}
