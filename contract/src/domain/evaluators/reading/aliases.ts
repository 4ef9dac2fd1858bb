import { foldName } from "./fold-name.ts";

/** Other names of levels, flags, symptoms, questions or actions, by main name. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

/** The setting for other names. If absent, names have no aliases besides those of the catalogs. */
export interface AliasConfig {
  aliases?: Aliases;
}

/** A main name or an alias that another main name already has. */
export interface AliasFault {
  /** The main name. */
  name: string;
  /** Index of the alias; undefined if the fault is in the main name. */
  index: number | undefined;
  /** The main name that has the same name. */
  taken: string;
}

/**
 * Returns the names that stand for two main names: a main name that occurs twice, and an alias that is also
 * another main name or an alias of another main name.
 *
 * @param mains further main names, such as the levels.
 * @param keyOf returns the key that equal names share; null for a name without a key.
 */
export function aliasFaults(
  aliases: Aliases,
  mains: readonly string[],
  keyOf: (name: string) => string | null,
): AliasFault[] {
  const owners = new Map(mains.map((name) => [keyOf(name), name]));
  const named = new Map<string | null, string>();
  const faults: AliasFault[] = [];
  for (const name of Object.keys(aliases)) {
    const earlier = named.get(keyOf(name));
    if (earlier !== undefined) faults.push({ name, index: undefined, taken: earlier });
    named.set(keyOf(name), name);
    if (!owners.has(keyOf(name))) owners.set(keyOf(name), name);
  }
  for (const [name, others] of Object.entries(aliases)) {
    for (const [index, alias] of others.entries()) {
      const taken = owners.get(keyOf(alias)) ?? name;
      owners.set(keyOf(alias), taken);
      if (keyOf(taken) !== keyOf(name)) faults.push({ name, index, taken });
    }
  }
  return faults;
}

/** Caches the main names by folded alias, for each set of aliases. */
const mainNames = new WeakMap<Aliases, ReadonlyMap<string, string>>();

function mainNamesOf(aliases: Aliases): ReadonlyMap<string, string> {
  const cached = mainNames.get(aliases);
  if (cached) return cached;
  const names = new Map(
    Object.entries(aliases).flatMap(([name, others]) =>
      [name, ...others].map((other) => [foldName(other), name] as const),
    ),
  );
  mainNames.set(aliases, names);
  return names;
}

/** Returns the main name that a name is an alias of; the name itself if it is not an alias. */
export const mainName = ({ aliases }: AliasConfig, name: string): string =>
  aliases === undefined ? name : (mainNamesOf(aliases).get(foldName(name)) ?? name);
