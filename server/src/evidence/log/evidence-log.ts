import type { Database } from "../../platform/db/connection/connect.ts";
import type { Logger } from "../../platform/log.ts";
import type { SecretBox } from "../../platform/secrets/secret-box.ts";
import { SigningKeys } from "../signing-keys/signing-keys.ts";
import { CheckpointWitness } from "./checkpoint-witness.ts";
import { Checkpoints } from "./checkpoints.ts";
import { EvidenceFeed } from "./evidence-feed.ts";
import { EvidenceHeads, headPurpose } from "./heads/evidence-heads.ts";
import { EvidenceWriter } from "./append/evidence-writer.ts";

/** The evidence logs of an installation, as opened by one process. */
export interface EvidenceLog {
  writer: EvidenceWriter;
  feed: EvidenceFeed;
  checkpoints: Checkpoints;
  keys: SigningKeys;
  witness: CheckpointWitness;
  heads: EvidenceHeads;
  /** Writes the waiting events, and then ends all followers. */
  close: () => Promise<void>;
}

/** The dependencies of the logs. */
export interface EvidenceParts {
  database: Database;
  secrets: SecretBox;
  now: () => Date;
  newId: () => string;
  log: Logger;
  /**
   * Folder for the last checkpoints, outside the database; if undefined, the checkpoints are recorded only in
   * the memory of this process.
   */
  witnessDir: string | undefined;
}

/** Opens the evidence logs. */
export function createEvidenceLog(parts: EvidenceParts): EvidenceLog {
  const { database, log, witnessDir } = parts;
  const feed = new EvidenceFeed(database, log);
  const writer = new EvidenceWriter({
    database,
    log,
    onAppended: (workspaceId) => feed.appended(workspaceId),
  });
  const keys = new SigningKeys(parts);
  const witness = new CheckpointWitness(witnessDir);
  const heads = new EvidenceHeads(parts.secrets.keysFor(headPurpose));
  const checkpoints = new Checkpoints({ ...parts, keys, witness, heads });
  return {
    writer,
    feed,
    checkpoints,
    keys,
    witness,
    heads,
    close: async () => {
      await writer.idle();
      await feed.close();
    },
  };
}
