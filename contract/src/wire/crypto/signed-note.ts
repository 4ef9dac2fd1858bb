import { concatBytes, equalBytes, fromBase64, toBase64, toHex, utf8 } from "./bytes.ts";
import { signEd25519, verifyEd25519 } from "./ed25519.ts";
import { hash } from "./sha256.ts";

/** The type of an Ed25519 signature in a note. */
const ed25519Type = 1;

/** The signer of a note: its name and private key. */
export interface NoteSigner {
  name: string;
  /** The 32 bytes of its Ed25519 seed. */
  seed: Uint8Array;
  publicKey: Uint8Array;
}

/** One signature line of a note. */
interface NoteSignature {
  name: string;
  /** Four bytes that identify the key of the name. */
  keyId: Uint8Array;
  signature: Uint8Array;
}

/** A parsed note with unverified signatures. */
export interface Note {
  /** The signed text: lines, each with its end. */
  text: string;
  signatures: readonly NoteSignature[];
}

/** The four bytes that identify a key in a note: of SHA-256(name ‖ "\n" ‖ 0x01 ‖ key). */
export const noteKeyId = (name: string, publicKey: Uint8Array): Uint8Array<ArrayBuffer> =>
  hash(concatBytes(utf8(`${name}\n`), Uint8Array.of(ed25519Type), publicKey)).subarray(0, 4);

/**
 * Signs a text as a note.
 *
 * @param text lines, each with its end; without control characters.
 * @throws {TypeError} if the text or the name is invalid in a note.
 * @see https://c2sp.org/signed-note
 */
export async function signNote(text: string, { name, seed, publicKey }: NoteSigner): Promise<string> {
  if (!isNoteText(text))
    throw new TypeError("The text is invalid; a note must have lines with ends, without control characters.");
  if (!isName(name))
    throw new TypeError(
      `name is "${name}"; it must not be empty, and must not contain spaces, + or control characters.`,
    );
  const signature = await signEd25519(seed, utf8(text));
  return `${text}\n— ${name} ${toBase64(concatBytes(noteKeyId(name, publicKey), signature))}\n`;
}

/**
 * Parses a note.
 *
 * @returns undefined if the text is not a note; each note has exactly one accepted form.
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

/** Cached valid notes with key and signature, because one checkpoint proves many records; cleared when full. */
const verified = new Set<string>();
const maxCacheEntries = 100;

/** Whether a note has a valid signature of a name by a key; other signatures do not matter. */
export async function isNoteSignedBy(
  { text, signatures }: Note,
  { name, publicKey }: Omit<NoteSigner, "seed">,
): Promise<boolean> {
  const keyId = noteKeyId(name, publicKey);
  const own = signatures.filter((one) => one.name === name && equalBytes(one.keyId, keyId));
  if (own.length !== 1) return false;
  const signature = own[0]?.signature ?? new Uint8Array();
  const claim = `${toHex(publicKey)} ${toHex(signature)} ${text}`;
  if (verified.has(claim)) return true;
  const isValid = await verifyEd25519(publicKey, utf8(text), signature);
  if (verified.size >= maxCacheEntries) verified.clear();
  if (isValid) verified.add(claim);
  return isValid;
}

/** Characters below U+0020 except line feeds, as the specification requires, and lone surrogates. */
const forbidden = /[^\n -\u{10FFFF}]|\p{Surrogate}/u;

const isClean = (text: string): boolean => !forbidden.test(text);
const isNoteText = (text: string): boolean => text.endsWith("\n") && isClean(text);
const isName = (name: string): boolean => name !== "" && !/[\s+]/.test(name) && isClean(name);
