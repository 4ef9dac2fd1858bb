import { fromBase64, toBase64 } from "../crypto/bytes.ts";
import { isNoteSignedBy, type Note, type NoteSigner, readNote, signNote } from "../crypto/signed-note.ts";

/** The state of a log: how many leaves it has, and the root of its tree. */
export interface Checkpoint {
  /** Which log it is. */
  origin: string;
  size: number;
  /** 32 bytes. */
  root: Uint8Array;
}

/** What of a signer a checkpoint needs: the name is the log's own. */
export type CheckpointSigner = Omit<NoteSigner, "name">;

/**
 * The name of a workspace's log.
 *
 * @param logId a UUID.
 * @param generation 1; more by one each time the log was begun anew after events were lost.
 */
export const logOrigin = (logId: string, generation: number): string =>
  `assay/log/${logId}${generation === 1 ? "" : `/${generation}`}`;

/**
 * Signs the state of a log.
 *
 * @returns the note: origin, size and root, a line each, an empty line, the signature.
 * @see https://c2sp.org/tlog-checkpoint
 */
export const signCheckpoint = (
  { origin, size, root }: Checkpoint,
  signer: CheckpointSigner,
): Promise<string> => signNote(`${origin}\n${size}\n${toBase64(root)}\n`, { name: origin, ...signer });

/**
 * Reads a signed state of a log, its signature unverified.
 *
 * @returns undefined when it is none: of each there is exactly one way to write it; lines of an extension are none of ours.
 */
export function readCheckpoint(text: string): (Checkpoint & { note: Note }) | undefined {
  const note = readNote(text);
  const [origin = "", digits = "", encoded = "", end, ...more] = note?.text.split("\n") ?? [];
  const root = fromBase64(encoded);
  if (!note || end !== "" || more.length > 0 || origin === "" || root?.length !== 32) return undefined;
  const size = Number(digits);
  if (!/^(0|[1-9]\d{0,15})$/.test(digits) || !Number.isSafeInteger(size)) return undefined;
  // Others may countersign a checkpoint of ours; they do that on copies of their own.
  return note.signatures.length === 1 ? { origin, size, root, note } : undefined;
}

/** Whether the log itself signed its state with a key. */
export const isCheckpointSignedBy = (
  { origin, note }: Checkpoint & { note: Note },
  publicKey: Uint8Array,
): Promise<boolean> => isNoteSignedBy(note, { name: origin, publicKey });
