import { fromBase64, toBase64 } from "../crypto/bytes.ts";
import { isNoteSignedBy, type Note, type NoteSigner, readNote, signNote } from "../crypto/signed-note.ts";

/** The state of a log: the number of its leaves, and the root of its tree. */
export interface Checkpoint {
  /** Name of the log. */
  origin: string;
  size: number;
  /** Root hash (32 bytes). */
  root: Uint8Array;
}

/** The signer of a checkpoint. The name of the signer is the name of the log. */
export type CheckpointSigner = Omit<NoteSigner, "name">;

/**
 * Returns the name of a workspace's log.
 *
 * @param logId a UUID.
 * @param generation 1 for the first log; each restart after a loss of events adds 1.
 */
export const logOrigin = (logId: string, generation: number): string =>
  `assay/log/${logId}${generation === 1 ? "" : `/${generation}`}`;

/**
 * Signs the state of a log.
 *
 * @returns the note, which has one line each for origin, size and root, then an empty line, and the
 *   signature.
 * @see https://c2sp.org/tlog-checkpoint
 */
export const signCheckpoint = (
  { origin, size, root }: Checkpoint,
  signer: CheckpointSigner,
): Promise<string> => signNote(`${origin}\n${size}\n${toBase64(root)}\n`, { name: origin, ...signer });

/**
 * Parses the signed state of a log without verifying its signatures. Witnesses may have signed the state in
 * addition to the log.
 *
 * @returns undefined if the text is not a checkpoint, or if it has extension lines.
 */
export function readCheckpoint(text: string): (Checkpoint & { note: Note }) | undefined {
  const note = readNote(text);
  const [origin = "", digits = "", encoded = "", end, ...more] = note?.text.split("\n") ?? [];
  const root = fromBase64(encoded);
  if (!note || end !== "" || more.length > 0 || origin === "" || root?.length !== 32) return undefined;
  const size = Number(digits);
  if (!/^(0|[1-9]\d{0,15})$/.test(digits) || !Number.isSafeInteger(size)) return undefined;
  return { origin, size, root, note };
}

/** Returns whether a checkpoint has a valid signature by its log with the given key. */
export const isCheckpointSignedBy = (
  { origin, note }: Checkpoint & { note: Note },
  publicKey: Uint8Array,
): Promise<boolean> => isNoteSignedBy(note, { name: origin, publicKey });
