import { counted, withoutAbsent } from "@assay/contract/domain";
import { type Command, Option } from "commander";
import { ApiError } from "../../errors/errors-api.ts";
import type { Operations, ReviewImport } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { shownPath } from "../run/names.ts";
import { type FileFormat, fileFormats } from "../run/reading/file-form.ts";
import { openSamples } from "../run/reading/sample-bytes.ts";

type Query = Operations["importRatings"]["query"];

/** Options of `assay reviews import`. */
interface ImportOptions {
  dataset: string;
  rubric: string;
  dimension?: string;
  rater?: string[];
  blind?: boolean;
  createReviewers?: boolean;
  mode?: NonNullable<Query["mode"]>;
  skipErrors?: boolean;
  map?: string[];
  id?: string;
  rest?: NonNullable<Query["rest"]>;
  textColumn?: string[];
  records?: string;
  keyed?: boolean;
  format?: FileFormat;
}

const help = `
A row of the file is one rating; "confidence", "notes" and "submitted_at" are optional:
  {"external_id": "call-17", "rater": "Dr Ada Moreau", "dimension": "accuracy", "value": "too_low"}
A table (.csv, .tsv) has these names in its header. A wide table has one column per rater instead; name the
rated dimension with --dimension, and each column with --rater.
A rater is the id or the name of a reviewer. The API key must not belong to a reviewer.

Examples:
  $ assay reviews import ratings.jsonl --dataset ds_01j… --rubric rub_01j… --blind
  $ assay reviews import export.csv --dataset ds_01j… --rubric rub_01j… --id item --map annotator=rater --map label=value
  $ assay reviews import wide.csv --dataset ds_01j… --rubric rub_01j… --dimension accuracy \\
      --rater "Dr A" --rater "Dr B" --blind --create-reviewers`;

const repeated = (one: string, before: string[] | undefined): string[] => [...(before ?? []), one];

/** Adds `assay reviews import FILE …`. */
export const addImportCommand: AddCommand = (reviews, context) => {
  const command = reviews
    .command("import")
    .description("import ratings that people gave outside of Assay")
    .argument("<file>", "file of ratings (JSON Lines, JSON, .csv, .tsv; also with gzip); - for stdin")
    .requiredOption("--dataset <id>", "dataset id: ds_…")
    .requiredOption("--rubric <id>", "rubric id: rub_…")
    .option("--dimension <id>", "dimension that a wide table rates")
    .option("--rater <column>", "column of a rater in a wide table; may be repeated", repeated)
    .option("--blind", "declare that the raters did not know other ratings or automated scores")
    .option("--create-reviewers", "create a reviewer without credentials for each unknown rater")
    .addOption(
      new Option("--mode <mode>", "handle grades that are stored: refuse, keep or replace them")
        .choices(["create", "append", "update"])
        .default("create"),
    )
    .option("--skip-errors", "import the valid rows if other rows are invalid");
  addFileOptions(command)
    .addHelpText("after", help)
    .action((file: string, options: ImportOptions) => importRatings(file, options, context()));
};

const addFileOptions = (command: Command): Command =>
  command
    .option(
      "--map <source=target>",
      "assign a column or member to a field (label=value); repeatable",
      repeated,
    )
    .option("--id <source>", "name of the column or member with the ids; short for --map SOURCE=id")
    .addOption(new Option("--rest <action>", "handle other columns and members").choices(["error", "drop"]))
    .option("--text-column <column>", "column whose cells are always text; may be repeated", repeated)
    .option("--records <pointer>", "position of the rows in a JSON document, such as /data/items")
    .option("--keyed", "read the rows from a JSON object whose keys are the ids")
    .addOption(
      new Option("--format <format>", "format of the file, instead of detecting it").choices(fileFormats),
    );

async function importRatings(path: string, options: ImportOptions, context: CommandContext): Promise<void> {
  const { client, output, signal } = context;
  const {
    dataset,
    rubric,
    rater,
    skipErrors = false,
    id,
    map = [],
    textColumn,
    format,
    ...further
  } = options;
  const { records, keyed } = further;
  const isDocument = records !== undefined || keyed === true;
  const { contentType, chunks, close } = await openSamples(path, {
    isDocument,
    signal,
    ...withoutAbsent({ format }),
  });
  try {
    const result = await withEveryFault(
      client.reviews.importRatings(dataset, rubric, chunks, {
        ...further,
        raters: rater,
        textColumns: textColumn,
        map: id === undefined ? map : [...map, `${id}=id`],
        onError: skipErrors ? "skip" : "abort",
        contentType,
        signal,
      }),
    );
    output.data(result);
    if (!output.json) for (const line of linesOf(result, shownPath(path))) output.line(line);
  } finally {
    await close();
  }
}

const faultText = ({ path, line, message }: ReviewImport["errors"][number]): string =>
  `  ${line === undefined ? path : `line ${line}${path === "" ? "" : ` ${path}`}`}: ${message}`;

/** Reports every fault of a refused file, not only the first. */
async function withEveryFault(call: Promise<ReviewImport>): Promise<ReviewImport> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors.length < 2) throw error;
    const [summary = ""] = (error.detail ?? error.message).split(" First error: ");
    throw new CliError(`${summary}\n${error.errors.map(faultText).join("\n")}`);
  }
}

function linesOf(result: ReviewImport, file: string): string[] {
  const { tasks, inserted, updated, unchanged, failed, reviewers_created: created, errors } = result;
  const counts = `${counted(inserted, "new review")}, ${updated} changed, ${unchanged} unchanged`;
  const reviewers = created === 0 ? [] : [`${counted(created, "reviewer")} created, without credentials.`];
  const faults = failed === 0 ? [] : [`${counted(failed, "row")} refused:`, ...errors.map(faultText)];
  return [`${file}: ${counts}.`, ...tasks.map((task) => `Stored in ${task}.`), ...reviewers, ...faults];
}
