import { flagNamed, flagsOfProtocols } from "../protocols.ts";
import { type AliasConfig, type Aliases, mainName } from "./aliases.ts";
import { asText } from "./as-text.ts";
import { foldName } from "./fold-name.ts";
import { flagOf, listOf, memberOf, nameAt, Unreadable } from "./read-list.ts";
import { type PathConfig, sourceAt } from "./source-at.ts";

/** Flags by their comparison key; the value is the text to show. */
export type Flags = ReadonlyMap<string, string>;

const oneFlag = "a flag's name, or {flag, confidence}";

function readFlag(item: unknown, place: string): { name: string; confidence: number } {
  if (typeof item !== "object" || item === null) return { name: nameAt(item, place, oneFlag), confidence: 1 };
  const name = nameAt(memberOf(item, "flag"), `${place}.flag`);
  const confidence = memberOf(item, "confidence") ?? 1;
  if (typeof confidence !== "number" || !(confidence >= 0 && confidence <= 1))
    throw new Unreadable(`${place}.confidence`, confidence, "a number from 0 to 1");
  return { name, confidence };
}

/** Caches the main names by the catalog names of their aliases, for each set of aliases. */
const catalogMains = new WeakMap<Aliases, ReadonlyMap<string, string>>();

/** Returns the first main name that has a catalog flag as an alias; undefined if there is none. */
function mainOfFlag({ aliases }: AliasConfig, flag: string): string | undefined {
  if (aliases === undefined) return undefined;
  const mains = new Map<string, string>();
  for (const [name, others] of catalogMains.has(aliases) ? [] : Object.entries(aliases)) {
    for (const known of [name, ...others].map(flagNamed))
      if (known !== undefined && !mains.has(known)) mains.set(known, name);
  }
  const cached = catalogMains.get(aliases) ?? mains;
  catalogMains.set(aliases, cached);
  return cached.get(flag);
}

/**
 * Returns the key and the shown text of a flag. The aliases extend the catalog: an alias also stands for all
 * names that its flag has in the catalog.
 */
function identify(config: AliasConfig, name: string): { key: string; shown: string } {
  const own = mainName(config, name);
  const known = flagNamed(own);
  const main = known === undefined ? own : (mainOfFlag(config, known) ?? known);
  const shown = flagNamed(main);
  return { key: shown ?? foldName(main), shown: shown ?? asText(main) };
}

/** The settings that determine how flags are read. */
export interface FlagReading extends AliasConfig, PathConfig {
  /** If not empty, only the flags in these protocols are read. */
  protocols: readonly string[];
}

/** The flags and the escalation in an output or expected answer. */
export interface ReadFlags {
  /** The distinct flags; undefined without a list of flags. */
  flags: Flags | undefined;
  escalation: boolean | undefined;
}

/**
 * Reads the flags of any protocol that have the minimum confidence, and the escalation. If the value has a list at the path,
 * the list contains the flags, and the escalation is a member of the whole value.
 *
 * @throws {Unreadable} if a part is invalid.
 */
export function readFlags(
  config: FlagReading,
  { side, value, minConfidence }: { side: "output" | "expected"; value: unknown; minConfidence: number },
): ReadFlags {
  const path = side === "output" ? config.output_path : config.expected_path;
  const { list, place, holder, holderPlace } = sourceAt(side, value, path);
  const items = list
    ? listOf(place, list, readFlag)
    : listOf(`${holderPlace}.red_flags`, memberOf(holder, "red_flags"), readFlag);
  const flags = new Map<string, string>();
  for (const { name, confidence } of items ?? []) {
    const { key, shown } = identify(config, name);
    if (confidence >= minConfidence && !flags.has(key)) flags.set(key, shown);
  }
  const name = memberOf(holder, "escalated") === undefined ? "escalation" : "escalated";
  return { flags: items && flags, escalation: flagOf(`${holderPlace}.${name}`, memberOf(holder, name)) };
}

/** Returns the flags that belong to one of the protocols; all flags if no protocols are given. */
export function flagsInScope(config: FlagReading, flags: Flags): Flags {
  if (config.protocols.length === 0) return flags;
  const wanted = new Set([...flagsOfProtocols(config.protocols)].map((flag) => identify(config, flag).key));
  return new Map([...flags].filter(([key]) => wanted.has(key)));
}
