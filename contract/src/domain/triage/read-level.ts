import type { AliasConfig } from "../evaluators/reading/aliases.ts";
import { asText } from "../evaluators/reading/as-text.ts";
import { fieldAt, type PathConfig, placeOf, valueAt } from "../evaluators/reading/source-at.ts";
import { triageLevelKey } from "./triage-levels.ts";

/** The settings that determine how a level is read. */
export interface LevelReading extends AliasConfig, PathConfig {
  /** The levels, most urgent first. */
  levels: readonly string[];
}

/** The level of an output or expectation: nothing, a level on the scale, or another value. */
export type Reading =
  | { kind: "none" }
  | { kind: "level"; level: string; position: number }
  | { kind: "outside"; text: string };

/** The place of the level if the settings have no path. */
const defaultPath = "/triage_level";

/** Caches the position of each level by the keys of its names, for each settings. */
const positions = new WeakMap<LevelReading, ReadonlyMap<string | null, number>>();

/** Returns the position of each level by the keys of its names. A level has precedence over an alias. */
function positionsOf({ levels, aliases = {} }: LevelReading): ReadonlyMap<string | null, number> {
  const known = new Map(levels.map((level, index) => [triageLevelKey(level), index]));
  for (const [name, others] of Object.entries(aliases)) {
    const position = known.get(triageLevelKey(name));
    if (position === undefined) continue;
    for (const other of others) {
      const key = triageLevelKey(other);
      if (!known.has(key)) known.set(key, position);
    }
  }
  return known;
}

function positionOf(config: LevelReading, value: string | number): number {
  const exact = config.levels.indexOf(String(value));
  if (exact !== -1) return exact;
  const known = positions.get(config) ?? positionsOf(config);
  positions.set(config, known);
  return known.get(triageLevelKey(value)) ?? -1;
}

const pathOf = (side: "output" | "expected", { output_path, expected_path }: PathConfig): string =>
  (side === "output" ? output_path : expected_path) ?? defaultPath;

/** Returns the place of the level as text, such as `expected.triage_level`. */
export const placeOfLevel = (side: "output" | "expected", config: PathConfig): string =>
  placeOf(side, pathOf(side, config));

/** Returns the paths of the levels in a sample, such as `["output", "triage_level"]`. */
export const levelFields = (config: PathConfig): string[][] => [
  fieldAt("output", pathOf("output", config)),
  fieldAt("expected", pathOf("expected", config)),
];

/**
 * Reads the level of an output or expectation: a text or number itself, or else the value at the path. A text
 * that consists only of white space is not a level.
 */
export function readLevel(config: LevelReading, side: "output" | "expected", holder: unknown): Reading {
  const isLevel = typeof holder === "string" || typeof holder === "number";
  const value = isLevel ? holder : valueAt(holder, pathOf(side, config));
  if (value === undefined) return { kind: "none" };
  if (typeof value !== "string" && typeof value !== "number") return { kind: "outside", text: asText(value) };
  if (typeof value === "string" && value.trim() === "") return { kind: "none" };
  const position = positionOf(config, value);
  const level = config.levels[position];
  return level === undefined ? { kind: "outside", text: asText(value) } : { kind: "level", level, position };
}

/** Returns the text of a reading; null without a level. */
export const textOf = (reading: Reading): string | null => {
  if (reading.kind === "none") return null;
  return reading.kind === "level" ? reading.level : reading.text;
};

/** Returns the level on the scale; null for any other value. */
export const levelOf = (reading: Reading): string | null => (reading.kind === "level" ? reading.level : null);
