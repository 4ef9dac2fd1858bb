// Searches the parts of a call for secrets. The items of a batch and the results of a search share most parts, so each
// part is searched once.
import type { SecretFinding } from "../policy-facts.ts";
import { findSecrets } from "../secret-material.ts";

/** A part of a call. */
export interface CallPart {
  /** JSON Pointer to the value in the call. */
  path: string;
  /** The value, which depends only on the owner. */
  value: object;
  /** The object of the call with which the findings are cached. It never changes. */
  owner: object;
}

interface Search {
  own: readonly string[];
  findings: readonly SecretFinding[];
}

const searches = new WeakMap<object, Search>();

/** The findings in a part; undefined if the part was not searched yet for these secrets. */
function knownFindings({ owner }: CallPart, own: readonly string[]): Search["findings"] | undefined {
  const known = searches.get(owner);
  const isSame =
    known?.own === own || (known?.own.length === own.length && known.own.every((one, at) => one === own[at]));
  return isSame ? known?.findings : undefined;
}

/** Finds secrets in a part that other calls may share. */
function findOnce(part: CallPart, own: readonly string[]): Search["findings"] {
  const findings = knownFindings(part, own) ?? findSecrets(part.value, own);
  searches.set(part.owner, { own, findings });
  return findings;
}

/**
 * Finds likely secrets in the parts of a call, as `findSecrets` does.
 *
 * @param own the secrets of the agent.
 * @param isShared whether other calls may have the same parts, so that the findings are cached.
 * @returns the findings, with paths in the call.
 */
export const secretsInParts = (
  parts: readonly CallPart[],
  own: readonly string[],
  isShared: boolean,
): SecretFinding[] =>
  parts.flatMap((part) => {
    const findings = isShared ? findOnce(part, own) : findSecrets(part.value, own);
    return findings.map(({ type, path }) => ({ type, path: `${part.path}${path}` }));
  });

/** Steps of a character of a part. */
const stepsPerCharacter = 4;
/** The greatest number of bytes of a character in JSON. */
const bytesPerCharacter = 6;

/**
 * The steps of a search of the parts, without those of the parts that were searched before.
 *
 * @param maxBytes returns an upper bound for the number of bytes of a value in JSON.
 */
export function searchSteps(
  parts: readonly CallPart[],
  own: readonly string[],
  maxBytes: (value: object) => number,
): number {
  const fresh = parts.filter((part) => !knownFindings(part, own));
  const bytes = fresh.reduce((sum, { value }) => sum + maxBytes(value), 0);
  return Math.ceil(bytes / bytesPerCharacter) * stepsPerCharacter;
}
