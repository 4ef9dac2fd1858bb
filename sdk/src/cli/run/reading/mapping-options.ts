import { levelFields, withoutAbsent } from "@assay/contract/domain";
import type { RowOptions } from "@assay/contract/wire";
import { type Command, Option } from "commander";
import type { EvaluatorInput, Operations, TriageAccuracyConfig } from "../../../generated/types.ts";
import { type FileFormat, type FileForm, fileFormats } from "./file-form.ts";

/** Options that describe the files. */
export interface MappingOptions {
  map?: string[];
  id?: string;
  rest?: NonNullable<Operations["importSamples"]["query"]["rest"]>;
  records?: string;
  keyed?: boolean;
  format?: FileFormat;
}

/** How the files of a run are read. */
export interface FileReading extends FileForm {
  rows: RowOptions;
}

/** Adds the options that describe the files to a command. */
export const addMappingOptions = (command: Command): Command =>
  command
    .option(
      "--map <source=target>",
      "assign a column or member to a field (question=input.question); repeatable",
      (text: string, before: string[] | undefined) => [...(before ?? []), text],
    )
    .option("--id <source>", "name of the column or member with the ids; short for --map SOURCE=id")
    .addOption(
      new Option("--rest <action>", "handle other columns and members").choices([
        "error",
        "metadata",
        "drop",
      ]),
    )
    .option("--records <pointer>", "position of the rows in a JSON document, such as /data/items")
    .option("--keyed", "read the rows from a JSON object whose keys are the ids")
    .addOption(
      new Option("--format <format>", "format of all files, instead of detecting it").choices(fileFormats),
    );

/**
 * Returns how the files are read. If triage accuracy runs, the cells of the columns with the levels are text,
 * because a level such as `1.0`, `true` or `null` is a name.
 */
export function fileReading(
  { map = [], id, rest, records, keyed, format }: MappingOptions,
  evaluators: readonly EvaluatorInput[],
): FileReading {
  const pairs = id === undefined ? map : [...map, `${id}=id`];
  const textFields = evaluators.flatMap((evaluator) =>
    evaluator.type === "triage_accuracy" ? levelFields(pathsOf(evaluator.config ?? {})) : [],
  );
  const rows = { map: pairs, textFields, ...withoutAbsent({ rest, records, keyed }) };
  const isDocument = records !== undefined || keyed === true;
  return { rows, isDocument, ...withoutAbsent({ format }) };
}

const pathsOf = ({ output_path, expected_path }: TriageAccuracyConfig) =>
  withoutAbsent({ output_path: output_path ?? undefined, expected_path: expected_path ?? undefined });

/**
 * Rewrites a message of the API about its parameters, so that it names the options of the command, such as
 * `--map` instead of `map[0]`.
 */
export function inOptions(message: string, { map = [] }: RowOptions): string {
  return message
    .replace(/^(records|keyed) is /, "--$1 is ")
    .replace(/^map\[\d+\] is /, "--map is ")
    .replaceAll(/\bmap\[(\d+)\]/g, (_, index: string) => `--map ${map[Number(index)] ?? ""}`);
}
