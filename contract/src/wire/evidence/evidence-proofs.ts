import { counted } from "../../domain/values/counted.ts";
import { checkOptions, requireText } from "./check-options.ts";
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

/** The result of a verification. */
export interface Verification {
  valid: boolean;
  code: "ok" | EvidenceFaultCode;
  detail: string;
  /** The checkpoint in the proof; absent if its signature is invalid. */
  checkpoint?: VerifiedCheckpoint;
  /** Number of ignored signatures by unknown names or keys; absent if `checkpoint` is absent. */
  otherSignatures?: number;
}

/** A proof that an event is in the log, as the API returns it. */
export interface InclusionProof {
  seq: number;
  /** Index of the leaf, starting at 0. */
  index: number;
  leafHash: string;
  treeSize: number;
  hashes: readonly string[];
  rootHash: string;
  checkpoint: string;
}

/** A proof that the log is append-only, as the API returns it. */
export interface ConsistencyProof {
  first: number;
  second: number;
  hashes: readonly string[];
  firstRoot: string;
  secondRoot: string;
  checkpoint: string;
}

/** Options for verifying a proof. */
export interface VerifyOptions {
  /** The key set, or a list of keys. Any other value causes a TypeError. */
  keys: GivenKeys;
  /**
   * The name of the log, which is the first line of a trusted checkpoint. If absent, proofs from every log
   * that these keys signed are valid, including the logs of other workspaces.
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
 * Verifies offline that an event is in the log.
 *
 * @param proof the response of `GET /api/evidence/proof/inclusion`.
 * @param given `event` is the event that the proof is about, as the API returns it. Without it, only the leaf
 *   is proven.
 */
export async function verifyInclusion(
  proof: unknown,
  given: VerifyOptions & { event?: unknown },
): Promise<Verification> {
  checkOptions(given, { keys: true, origin: true, event: true });
  const { event, keys, origin } = { ...given };
  requireText("origin", origin);
  const options = { keys: trustedKeys(keys), origin };
  const names = ["seq", "index", "leafHash", "treeSize", "hashes", "rootHash", "checkpoint"];
  if (!hasOnly(proof, names))
    return refused("malformed", `The proof must have the members ${names.join(", ")}.`);
  const { seq, index, treeSize, leafHash } = proof;
  const [leaf, hashes] = [readHash(leafHash), readHashes(proof["hashes"])];
  if (!leaf || !hashes || typeof index !== "number" || seq !== index + 1)
    return refused("malformed", "seq, index, leafHash or hashes of the proof are malformed.");
  const signed = await checkCheckpoint(proof["checkpoint"], options);
  if (!signed.ok) return refused(signed.code, signed.detail);
  const { checkpoint, otherSignatures } = signed.value;
  if (treeSize !== checkpoint.size || proof["rootHash"] !== checkpoint.rootHash)
    return refused("inclusion_invalid", "treeSize or rootHash of the proof does not match its checkpoint.");
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
      return refused("event_altered", "The proof belongs to another event.");
  }
  return {
    valid: true,
    code: "ok",
    detail: `Event ${seq} is in the log of ${counted(checkpoint.size, "event")}.`,
    checkpoint,
    otherSignatures,
  };
}

/**
 * Verifies offline that events were only appended to the log since an earlier checkpoint.
 *
 * @param proof the response of `GET /api/evidence/proof/consistency`.
 * @param given `trusted` is the text of the saved checkpoint. Without it, the first root in the proof is
 *   trusted.
 * @throws {TypeError} if an option has the wrong type or is unknown. An invalid proof does not throw.
 */
export async function verifyConsistency(
  proof: unknown,
  given: VerifyOptions & { trusted?: string | undefined },
): Promise<Verification> {
  checkOptions(given, { keys: true, origin: true, trusted: true });
  const { trusted, keys, origin } = { ...given };
  requireText("origin", origin);
  requireText("trusted", trusted);
  const options = { keys: trustedKeys(keys), origin };
  const names = ["first", "second", "hashes", "firstRoot", "secondRoot", "checkpoint"];
  if (!hasOnly(proof, names))
    return refused("malformed", `The proof must have the members ${names.join(", ")}.`);
  const { first, second } = proof;
  const [firstRoot, hashes] = [readHash(proof["firstRoot"]), readHashes(proof["hashes"])];
  if (!firstRoot || !hashes || typeof first !== "number")
    return refused("malformed", "first, firstRoot or hashes of the proof are malformed.");
  const signed = await checkCheckpoint(proof["checkpoint"], options);
  if (!signed.ok) return refused(signed.code, signed.detail);
  const { checkpoint, otherSignatures } = signed.value;
  if (second !== checkpoint.size || proof["secondRoot"] !== checkpoint.rootHash)
    return refused("consistency_invalid", "second or secondRoot of the proof does not match its checkpoint.");
  const secondRoot = readHash(checkpoint.rootHash) ?? new Uint8Array();
  const saved = await checkSavedCheckpoint(trusted, { ...options, origin: checkpoint.origin });
  if (!saved.ok) return refused(saved.code, saved.detail);
  if (saved.value && (saved.value.size !== first || proof["firstRoot"] !== saved.value.rootHash))
    return refused(
      "history_rewritten",
      `The log does not extend the saved checkpoint of ${counted(first, "event")}.`,
    );
  if (!isConsistent({ first, second: checkpoint.size, firstRoot, secondRoot, hashes }))
    return refused(
      "consistency_invalid",
      `The hashes do not lead from ${first} to ${counted(second, "event")}.`,
    );
  return {
    valid: true,
    code: "ok",
    detail: `The log of ${counted(second, "event")} extends the log of ${first}.`,
    checkpoint,
    otherSignatures,
  };
}

/** Verifies a saved checkpoint. The checkpoint stays valid even if its signing key was revoked later. */
export async function checkSavedCheckpoint(
  text: string | undefined,
  { keys, origin }: VerifyOptions & { keys: TrustedKeys },
): Promise<Checked<VerifiedCheckpoint | undefined>> {
  if (text === undefined) return { ok: true, value: undefined };
  const checked = await checkCheckpoint(text, {
    keys: { keys: [...keys.keys, ...(keys.revoked ?? [])] },
    origin,
  });
  return checked.ok ? { ok: true, value: checked.value.checkpoint } : checked;
}
