import { concatBytes, equalBytes, fromBase64, toBase64, toHex, utf8 } from "./bytes.ts";
import { signEd25519, verifyEd25519 } from "./ed25519.ts";
import { hash } from "./sha256.ts";

/** The type of an Ed25519 signature in a note. */
const ed25519Type = 1;

/** A name that signs notes, with its private key. */
export interface NoteSigner {
  name: string;
  /** The 32 bytes of its Ed25519 seed. */
  seed: Uint8Array;
  publicKey: Uint8Array;
}

/** One signature line of a note. */
interface NoteSignature {
  name: string;
  /** Four bytes that tell which key of the name it was. */
  keyId: Uint8Array;
  signature: Uint8Array;
}

/** A note taken apart, its signatures unverified. */
export interface Note {
  /** What is signed: lines, each with its end. */
  text: string;
  signatures: readonly NoteSignature[];
}

/** The four bytes by which a note tells a key: of SHA-256(name ‖ "\n" ‖ 0x01 ‖ key). */
export const noteKeyId = (name: string, publicKey: Uint8Array): Uint8Array<ArrayBuffer> =>
  hash(concatBytes(utf8(`${name}\n`), Uint8Array.of(ed25519Type), publicKey)).subarray(0, 4);

/**
 * Signs a text as a note.
 *
 * @param text lines, each with its end; without control characters.
 * @throws {TypeError} when the text or the name cannot stand in a note.
 * @see https://c2sp.org/signed-note
 */
export async function signNote(text: string, { name, seed, publicKey }: NoteSigner): Promise<string> {
  if (!isNoteText(text)) throw new TypeError("A note is lines that each end, without control characters.");
  if (!isName(name))
    throw new TypeError(`"${name}" is no name of a signer; it must have no space and no plus.`);
  const signature = await signEd25519(seed, utf8(text));
  return `${text}\n— ${name} ${toBase64(concatBytes(noteKeyId(name, publicKey), signature))}\n`;
}

/**
 * Takes a note apart.
 *
 * @returns undefined when it is no note: of each there is exactly one way to write it.
 */
export function readNote(note: string): Note | undefined {
  const split = note.lastIndexOf("\n\n");
  if (split < 0 || !note.endsWith("\n")) return undefined;
  const text = note.slice(0, split + 1);
  const lines = note.slice(split + 2, -1).split("\n");
  const signatures = lines.map(readSignature);
  if (!isNoteText(text) || lines.length > 100) return undefined;
  const known = signatures.flatMap((one) => (one ? [one] : []));
  return known.length === lines.length ? { text, signatures: known } : undefined;
}

function readSignature(line: string): NoteSignature | undefined {
  const [, name = "", encoded = ""] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!isName(name) || !bytes || bytes.length < 5) return undefined;
  return { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

/** Notes that were found right, with key and signature: one checkpoint proves many records. Begun anew when there are many. */
const found = new Set<string>();
const mostFound = 100;

/** Whether a note bears a right signature of a name by a key; others beside it do not matter. */
export async function isNoteSignedBy(
  { text, signatures }: Note,
  { name, publicKey }: Omit<NoteSigner, "seed">,
): Promise<boolean> {
  const keyId = noteKeyId(name, publicKey);
  const own = signatures.filter((one) => one.name === name && equalBytes(one.keyId, keyId));
  if (own.length !== 1) return false;
  const signature = own[0]?.signature ?? new Uint8Array();
  const claim = `${toHex(publicKey)} ${toHex(signature)} ${text}`;
  if (found.has(claim)) return true;
  const right = await verifyEd25519(publicKey, utf8(text), signature);
  if (found.size >= mostFound) found.clear();
  if (right) found.add(claim);
  return right;
}

/** Everything below U+0020 but the end of a line, as the specification has it; and halves of characters. */
const forbidden = /[^\n -\u{10FFFF}]|\p{Surrogate}/u;

const isClean = (text: string): boolean => !forbidden.test(text);
const isNoteText = (text: string): boolean => text.endsWith("\n") && isClean(text);
const isName = (name: string): boolean => name !== "" && !/[\s+]/.test(name) && isClean(name);
