import type { Database } from "../../platform/db/connection/connect.ts";
import type { Logger } from "../../platform/log.ts";
import type { SecretBox } from "../../platform/secrets/secret-box.ts";
import { SigningKeys } from "../signing-keys/signing-keys.ts";
import { CheckpointWitness } from "./checkpoint-witness.ts";
import { Checkpoints } from "./checkpoints.ts";
import { EvidenceFeed } from "./evidence-feed.ts";
import { EvidenceWriter } from "./append/evidence-writer.ts";

/** The evidence logs of an installation, as one process sees them. */
export interface EvidenceLog {
  writer: EvidenceWriter;
  feed: EvidenceFeed;
  checkpoints: Checkpoints;
  keys: SigningKeys;
  witness: CheckpointWitness;
  /** Finishes what waits to be written, and ends those who follow. */
  close: () => Promise<void>;
}

/** What the logs are kept with. */
export interface EvidenceParts {
  database: Database;
  secrets: SecretBox;
  now: () => Date;
  newId: () => string;
  log: Logger;
  /** Where the last checkpoints are remembered outside the database; undefined: in this process alone. */
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
  const checkpoints = new Checkpoints({ ...parts, keys, witness });
  return {
    writer,
    feed,
    checkpoints,
    keys,
    witness,
    close: async () => {
      await writer.idle();
      await feed.close();
    },
  };
}
