import { concatBytes, equalBytes, fromBase64, toBase64, toHex, utf8 } from "./bytes.ts";
import { signEd25519, verifyEd25519 } from "./ed25519.ts";
import { hash } from "./sha256.ts";

/** The type byte of an Ed25519 signature in a note. */
const ed25519Type = 1;

/** The signer of a note, with its name and private key. */
export interface NoteSigner {
  name: string;
  /** The seed of its Ed25519 key (32 bytes). */
  seed: Uint8Array;
  publicKey: Uint8Array;
}

/** One signature line in a note. */
interface NoteSignature {
  name: string;
  /** Four bytes that identify the key among the keys of this name. */
  keyId: Uint8Array;
  signature: Uint8Array;
}

/** A parsed note, whose signatures have not been verified. */
export interface Note {
  /** The signed text, which consists of lines that each end with a line feed. */
  text: string;
  signatures: readonly NoteSignature[];
}

/**
 * Returns the four bytes that identify a key in a note: the first four bytes of SHA-256(name ‖ "\n" ‖ 0x01 ‖
 * key).
 */
export const noteKeyId = (name: string, publicKey: Uint8Array): Uint8Array<ArrayBuffer> =>
  hash(concatBytes(utf8(`${name}\n`), Uint8Array.of(ed25519Type), publicKey)).subarray(0, 4);

/**
 * Signs a text and returns it as a note.
 *
 * @param text lines that each end with a line feed, without other control characters.
 * @throws {TypeError} if the text or the name is not valid in a note.
 * @see https://c2sp.org/signed-note
 */
export async function signNote(text: string, { name, seed, publicKey }: NoteSigner): Promise<string> {
  if (!isNoteText(text))
    throw new TypeError(
      "The text is invalid; each line must end with a line feed, and other control characters are not allowed.",
    );
  if (!isName(name))
    throw new TypeError(
      `name is "${name}"; it must not be empty, and must not contain spaces, + or control characters.`,
    );
  const signature = await signEd25519(seed, utf8(text));
  return `${text}\n— ${name} ${toBase64(concatBytes(noteKeyId(name, publicKey), signature))}\n`;
}

/** Maximum length of a note in characters; longer texts are not notes. */
export const maxNoteCharacters = 131_072;
/** Maximum number of signature lines in a note. The specification requires at least 16. */
const maxSignatures = 64;

/**
 * Parses a note with 1 to 64 signature lines.
 *
 * @returns undefined if the text is not a note, or if it has more than 131,072 characters.
 */
export function readNote(note: string): Note | undefined {
  const split = note.lastIndexOf("\n\n");
  if (note.length > maxNoteCharacters || split < 0 || !note.endsWith("\n")) return undefined;
  const text = note.slice(0, split + 1);
  const lines = note.slice(split + 2, -1).split("\n");
  const signatures = lines.map(readSignature);
  if (!isNoteText(text) || lines.length > maxSignatures) return undefined;
  const known = signatures.flatMap((one) => (one ? [one] : []));
  return known.length === lines.length ? { text, signatures: known } : undefined;
}

function readSignature(line: string): NoteSignature | undefined {
  const [, name = "", encoded = ""] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!isName(name) || !bytes || bytes.length < 5) return undefined;
  return { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}

/** The result of comparing a note's signature lines with the keys that a verifier knows. */
export interface NoteSignatures {
  /** Indexes of the keys with a valid signature, ascending. */
  signers: readonly number[];
  /** Whether a line names a key but does not have a valid signature by that key. */
  isWrong: boolean;
  /** Number of lines that name none of the keys. They are ignored. */
  others: number;
}

/**
 * Verifies the signature lines that name one of the keys, by name and key id. If several lines name the same
 * key, each of them must have a valid signature by that key.
 *
 * @param publicKeys the keys of signers with this name. If the list is empty, every line counts in `others`.
 * @see https://c2sp.org/signed-note
 */
export async function verifySignatures(
  { text, signatures }: Note,
  name: string,
  publicKeys: readonly Uint8Array[],
): Promise<NoteSignatures> {
  const keys = publicKeys.map((publicKey) => ({ publicKey, keyId: noteKeyId(name, publicKey) }));
  const signers = new Set<number>();
  let [isWrong, others] = [false, 0];
  for (const line of signatures) {
    const named = keys.filter(({ keyId }) => line.name === name && equalBytes(keyId, line.keyId));
    let isValid = false;
    for (const key of named) {
      if (!(await isSignedBy(text, line.signature, key.publicKey))) continue;
      isValid = true;
      signers.add(keys.indexOf(key));
    }
    if (named.length === 0) others += 1;
    else if (!isValid) isWrong = true;
  }
  return { signers: [...signers].sort((one, other) => one - other), isWrong, others };
}

/** Returns whether a note has a valid signature with the given name and key. Other signatures are ignored. */
export async function isNoteSignedBy(
  note: Note,
  { name, publicKey }: Omit<NoteSigner, "seed">,
): Promise<boolean> {
  const { signers, isWrong } = await verifySignatures(note, name, [publicKey]);
  return signers.length > 0 && !isWrong;
}

/**
 * Valid notes, cached with key and signature, because one checkpoint proves many records. The cache is
 * cleared when full.
 */
const verified = new Set<string>();
const maxCacheEntries = 100;

async function isSignedBy(text: string, signature: Uint8Array, publicKey: Uint8Array): Promise<boolean> {
  const claim = `${toHex(publicKey)} ${toHex(signature)} ${text}`;
  if (verified.has(claim)) return true;
  const isValid = await verifyEd25519(publicKey, utf8(text), signature);
  if (verified.size >= maxCacheEntries) verified.clear();
  if (isValid) verified.add(claim);
  return isValid;
}

/**
 * Matches characters below U+0020 other than line feeds, which the specification forbids, and lone
 * surrogates.
 */
const forbidden = /[^\n -\u{10FFFF}]|\p{Surrogate}/u;

const isClean = (text: string): boolean => !forbidden.test(text);
const isNoteText = (text: string): boolean => text.endsWith("\n") && isClean(text);
const isName = (name: string): boolean => name !== "" && !/[\s+]/.test(name) && isClean(name);
