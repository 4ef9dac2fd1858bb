import { accessSync, constants } from "node:fs";
import { dirname, resolve } from "node:path";
import { counted } from "@assay/contract/domain";
import type { CreateExport, Export } from "../../generated/types.ts";
import { CliError } from "../cli-error.ts";
import { withProgress } from "../progress.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { waitForJobStart } from "../job-start-notice.ts";

const formats = ["csv", "json", "parquet"] as const;

interface ExportOptions {
  project: string;
  evaluation?: string[];
  format?: string;
  output: string;
  includeSamples?: boolean;
}

const help = `
The file has one row per result of each completed evaluation.

Examples:
  $ assay export --project proj_01j… -o scores.csv
  $ assay export --project proj_01j… --evaluation eval_01j… --include-samples --format parquet -o scores.parquet`;

/**
 * Returns the given format, or the format that the file extension names. @throws {CliError} if it is unknown.
 */
function formatOf({ format, output }: ExportOptions): CreateExport["format"] {
  const wanted = format ?? /\.(\w+)$/.exec(output)?.[1]?.toLowerCase();
  const found = formats.find((one) => one === wanted);
  if (found) return found;
  const what =
    format === undefined
      ? `The extension of ${JSON.stringify(output)} is not a format; add --format with one of`
      : `--format is ${JSON.stringify(format)}; it must be one of`;
  throw new CliError(`${what} ${formats.join(", ")}.`);
}

/** `assay export`: exports a project's scores to a file. */
export const addExportCommand: AddCommand = (program, context) => {
  program
    .command("export")
    .description("export scores of completed evaluations to a file")
    .requiredOption("-p, --project <id>", "project id: proj_…")
    .requiredOption(
      "-o, --output <file>",
      "path of the file; an existing file is replaced after the download",
    )
    .option(
      "-e, --evaluation <id>",
      "evaluation id: eval_…; may be repeated (default: all completed)",
      (id: string, ids: string[] | undefined) => [...(ids ?? []), id],
    )
    .option("-f, --format <format>", "format: csv, json or parquet (default: from the file extension)")
    .option("--include-samples", "include input, output and expected answer of each sample")
    .addHelpText("after", help)
    .action((options: ExportOptions) => exportScores(options, context()));
};

async function exportScores(options: ExportOptions, context: CommandContext): Promise<void> {
  const format = formatOf(options);
  const { client, output, signal } = context;
  const { project, evaluation, includeSamples = false, output: path } = options;
  checkWritable(path);
  const { id } = await client.exports.create(
    {
      project,
      format,
      include_samples: includeSamples,
      ...(evaluation && { evaluations: evaluation }),
    },
    { signal },
  );
  await written(context, id);
  const record = await withProgress(output.progress({ label: path, unit: "KiB" }), (display) =>
    client.exports.download(id, path, {
      signal,
      onProgress: ({ bytesReceived, totalBytes }) =>
        display.update({ completed: kibibytes(bytesReceived), failed: 0, total: kibibytes(totalBytes) }),
    }),
  );
  output.data({ file: path, export: record });
  output.line(
    `${path}: ${counted(record.row_count ?? 0, "row")}, ${counted(record.size_bytes ?? 0, "byte")}, SHA-256 ${record.sha256}`,
  );
}

/**
 * Checks the folder before the server starts the export.
 *
 * @throws {CliError} if the folder is missing or not writable.
 */
function checkWritable(path: string): void {
  const folder = dirname(resolve(path));
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new CliError(`Cannot write ${path}: the folder ${folder} does not exist or is not writable.`);
  }
}

const kibibytes = (bytes: number): number => Math.ceil(bytes / 1024);

/** Waits until the server has written the file, and prints the progress. */
async function written({ client, output, signal }: CommandContext, id: string): Promise<Export> {
  let reportedRows = 0;
  return waitForJobStart({ output, what: `The export ${id}` }, (onStatus) =>
    client.exports.wait(id, {
      signal,
      onProgress: ({ status, row_count: rows }) => {
        onStatus(status);
        // Prints a line each time the row count doubles, because the total is unknown.
        if (status !== "running" || rows === null || rows < Math.max(10_000, 2 * reportedRows)) return;
        reportedRows = rows;
        output.note(`Export ${id}: ${rows} rows written so far.`);
      },
    }),
  );
}
