import { counted } from "../../domain/values/counted.ts";
import { checkOptions } from "./check-options.ts";
import {
  type Checked,
  checkCheckpoint,
  checkEvent,
  type EvidenceFaultCode,
  readHash,
  readHashes,
  type VerifiedCheckpoint,
} from "./evidence-check.ts";
import { isConsistent, isIncluded } from "./merkle.ts";
import { type GivenKeys, type TrustedKeys, trustedKeys } from "../crypto/trusted-keys.ts";

/** Whether evidence holds; when it does not, why. */
export interface Verification {
  valid: boolean;
  code: "ok" | EvidenceFaultCode;
  detail: string;
  /** The checkpoint that it was held against, where its signature is right. */
  checkpoint?: VerifiedCheckpoint;
}

/** A proof that an event is in the log, as the API gives it. */
export interface InclusionProof {
  seq: number;
  /** From 0. */
  index: number;
  leafHash: string;
  treeSize: number;
  hashes: readonly string[];
  rootHash: string;
  checkpoint: string;
}

/** A proof that the log was only ever added to, as the API gives it. */
export interface ConsistencyProof {
  first: number;
  second: number;
  hashes: readonly string[];
  firstRoot: string;
  secondRoot: string;
  checkpoint: string;
}

/** What a proof is held against. */
export interface VerifyOptions {
  /** The key set, or a list of keys; anything else is a TypeError. */
  keys: GivenKeys;
  /**
   * The log that it must be of: the first line of a checkpoint that is trusted. When it is left out, a proof of any log that
   * the keys signed holds, another workspace's too.
   */
  origin?: string | undefined;
}

const refused = (code: EvidenceFaultCode, detail: string): Verification => ({ valid: false, code, detail });

const hasOnly = (value: unknown, names: readonly string[]): value is Record<string, unknown> => {
  if (typeof value !== "object" || value === null) return false;
  const own = Object.keys(value);
  return own.length === names.length && names.every((name) => own.includes(name));
};

/**
 * Whether a proof shows that an event is in the log. Needs no network.
 *
 * @param proof what `GET /api/evidence/proof/inclusion` answered.
 * @param given `event`: the event that it must be of, as the API gives it; without it only the leaf is proven.
 */
export async function verifyInclusion(
  proof: unknown,
  given: VerifyOptions & { event?: unknown },
): Promise<Verification> {
  checkOptions(given, { keys: true, origin: true, event: true });
  const { event, keys, origin } = { ...given };
  const options = { keys: trustedKeys(keys), origin };
  const names = ["seq", "index", "leafHash", "treeSize", "hashes", "rootHash", "checkpoint"];
  if (!hasOnly(proof, names))
    return refused("malformed", `The proof must have the members ${names.join(", ")}.`);
  const { seq, index, treeSize, leafHash } = proof;
  const [leaf, hashes] = [readHash(leafHash), readHashes(proof["hashes"])];
  if (!leaf || !hashes || typeof index !== "number" || seq !== index + 1)
    return refused("malformed", "The proof's seq, index, leafHash or hashes are not what they must be.");
  const signed = await checkCheckpoint(proof["checkpoint"], options);
  if (!signed.ok) return refused(signed.code, signed.detail);
  const checkpoint = signed.value;
  if (treeSize !== checkpoint.size || proof["rootHash"] !== checkpoint.rootHash)
    return refused("inclusion_invalid", "The proof's size and root are not those of its checkpoint.");
  const root = readHash(checkpoint.rootHash) ?? new Uint8Array();
  if (!isIncluded({ index, size: checkpoint.size, leaf, root, hashes }))
    return refused(
      "inclusion_invalid",
      `The hashes do not lead from the leaf to the root of ${counted(treeSize, "event")}.`,
    );
  if (event !== undefined) {
    const own = checkEvent(event);
    if (!own.ok) return refused(own.code, own.detail);
    if (own.value.event.seq !== seq || own.value.event.leafHash !== leafHash)
      return refused("event_altered", "The proof is of another event.");
  }
  return { valid: true, code: "ok", detail: `Event ${seq} is in the log of ${checkpoint.size}.`, checkpoint };
}

/**
 * Whether a proof shows that the log, since an earlier checkpoint, was only added to. Needs no network.
 *
 * @param proof what `GET /api/evidence/proof/consistency` answered.
 * @param given `trusted`: the text of the checkpoint that was kept; without it the proof's first root is taken on trust.
 */
export async function verifyConsistency(
  proof: unknown,
  given: VerifyOptions & { trusted?: string | undefined },
): Promise<Verification> {
  checkOptions(given, { keys: true, origin: true, trusted: true });
  const { trusted, keys, origin } = { ...given };
  const options = { keys: trustedKeys(keys), origin };
  const names = ["first", "second", "hashes", "firstRoot", "secondRoot", "checkpoint"];
  if (!hasOnly(proof, names))
    return refused("malformed", `The proof must have the members ${names.join(", ")}.`);
  const { first, second } = proof;
  const [firstRoot, hashes] = [readHash(proof["firstRoot"]), readHashes(proof["hashes"])];
  if (!firstRoot || !hashes || typeof first !== "number")
    return refused("malformed", "The proof's first, firstRoot or hashes are not what they must be.");
  const signed = await checkCheckpoint(proof["checkpoint"], options);
  if (!signed.ok) return refused(signed.code, signed.detail);
  const checkpoint = signed.value;
  if (second !== checkpoint.size || proof["secondRoot"] !== checkpoint.rootHash)
    return refused(
      "consistency_invalid",
      "The proof's second size and root are not those of its checkpoint.",
    );
  const secondRoot = readHash(checkpoint.rootHash) ?? new Uint8Array();
  const kept = await checkSavedCheckpoint(trusted, { ...options, origin: checkpoint.origin });
  if (!kept.ok) return refused(kept.code, kept.detail);
  if (kept.value && (kept.value.size !== first || proof["firstRoot"] !== kept.value.rootHash))
    return refused(
      "history_rewritten",
      `The log does not begin as the kept checkpoint of ${counted(first, "event")} says.`,
    );
  if (!isConsistent({ first, second: checkpoint.size, firstRoot, secondRoot, hashes }))
    return refused(
      "consistency_invalid",
      `The hashes do not lead from ${first} to ${counted(second, "event")}.`,
    );
  return {
    valid: true,
    code: "ok",
    detail: `The log of ${counted(second, "event")} goes on from that of ${first}.`,
    checkpoint,
  };
}

/** A checkpoint that was kept; one by a key that was revoked since is still what was kept. */
export async function checkSavedCheckpoint(
  text: string | undefined,
  { keys, origin }: VerifyOptions & { keys: TrustedKeys },
): Promise<Checked<VerifiedCheckpoint | undefined>> {
  if (text === undefined) return { ok: true, value: undefined };
  return checkCheckpoint(text, { keys: { keys: [...keys.keys, ...(keys.revoked ?? [])] }, origin });
}
