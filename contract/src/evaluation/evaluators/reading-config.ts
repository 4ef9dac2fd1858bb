import * as z from "zod";
import { type AliasConfig, aliasFaults, type Aliases } from "../../domain/evaluators/reading/aliases.ts";
import { foldName } from "../../domain/evaluators/reading/fold-name.ts";
import { isPointer, type PathConfig } from "../../domain/evaluators/reading/source-at.ts";
import { withoutAbsent } from "../../domain/values/without-absent.ts";
import { optional, refusingProto } from "../../platform/common.ts";

/** Maximum number of names with aliases. */
const maxAliasedNames = 500;

/** The schema of a name in aliases. */
const name = z
  .string()
  .max(100)
  .refine((text) => text.trim() !== "", { error: "must contain more than white space" })
  .refine((text) => text !== "__proto__", { error: "must not be __proto__" })
  .meta({ description: "Another name." });

const aliasRecord = z
  .record(name, z.array(name).min(1).max(50))
  .refine((value) => Object.keys(value).length <= maxAliasedNames, {
    error: `must have at most ${maxAliasedNames} names`,
  });

type Issues = z.core.$ZodRawIssue[];

/**
 * Reports the names that stand for two main names.
 *
 * @param path the path of the aliases in the validated value.
 */
export function reportAliasFaults(
  {
    aliases,
    mains,
    keyOf,
  }: { aliases: Aliases; mains: readonly string[]; keyOf: (name: string) => string | null },
  issues: Issues,
  path: readonly PropertyKey[],
): void {
  for (const { name: main, index, taken } of aliasFaults(aliases, mains, keyOf)) {
    const [place, input, rule] =
      index === undefined
        ? [[main], aliases[main], `must not have the same name as "${taken}"`]
        : [[main, index], aliases[main]?.[index], `must not be a name of "${taken}" too`];
    const message = `${rule} (case, apostrophes, spaces, underscores and dashes are ignored)`;
    issues.push({ code: "custom", path: [...path, ...place], message, input });
  }
}

/**
 * Creates the schema of other names.
 *
 * @param what the names that can have aliases, such as "flags".
 * @param check reports names that stand for two main names; by default, folded names are compared.
 */
export const aliasesOf = (
  what: string,
  check = (aliases: Aliases, issues: Issues): void =>
    reportAliasFaults({ aliases, mains: [], keyOf: foldName }, issues, []),
) =>
  optional(
    refusingProto(aliasRecord)
      .check(({ value, issues }) => check(value, issues))
      .meta({
        description: `Other names of ${what} in outputs and expected answers, by main name: at most ${maxAliasedNames} main names, each with 1 to 50 aliases.`,
      }),
  );

const pointer = z
  .string()
  .max(200)
  .refine(isPointer, { error: "must be a JSON Pointer (RFC 6901), such as /result/level" });

/**
 * Creates the schema of the path of a value that an evaluator reads.
 *
 * @param side the value that contains it: the output or the expected answer.
 * @param what describes the target of the path, and its default.
 */
export const pathIn = (side: "output" | "expected answer", what: string) =>
  optional(
    pointer.meta({
      description: `JSON Pointer into the ${side} to ${what} The empty text means the whole value.`,
    }),
  );

/** The text about a path to an object with fields or to a list. */
export const fieldsOrList = "the object with the fields, or to the list itself; by default the whole value.";

/** Returns the settings for names and paths in stored form: without absent ones. */
export const readingConfig = ({
  aliases,
  output_path,
  expected_path,
}: {
  [Key in keyof (AliasConfig & PathConfig)]?: (AliasConfig & PathConfig)[Key] | undefined;
} = {}): AliasConfig & PathConfig => withoutAbsent({ aliases, output_path, expected_path });
