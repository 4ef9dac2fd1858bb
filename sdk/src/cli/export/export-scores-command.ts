import { accessSync, constants } from "node:fs";
import { dirname, resolve } from "node:path";
import { counted } from "@assay/contract/domain";
import type { CreateExport, Export } from "../../generated/types.ts";
import { CannotRun } from "../cannot-run.ts";
import { withProgress } from "../progress.ts";
import type { AddCommand, CommandContext } from "../program.ts";
import { untilTakenUp } from "../taken-up.ts";

const formats = ["csv", "json", "parquet"] as const;

interface ExportOptions {
  project: string;
  evaluation?: string[];
  format?: string;
  output: string;
  includeSamples?: boolean;
}

const help = `
One row per result of each completed evaluation. The format is told by the file's ending unless --format says it.

Examples:
  $ assay export --project proj_01j… -o scores.csv
  $ assay export --project proj_01j… --evaluation eval_01j… --include-samples --format parquet -o scores.parquet`;

/** The format asked for, else that of the file's ending. @throws {CannotRun} when there is none such. */
function formatOf({ format, output }: ExportOptions): CreateExport["format"] {
  const wanted = format ?? /\.(\w+)$/.exec(output)?.[1]?.toLowerCase();
  const found = formats.find((known) => known === wanted);
  if (found) return found;
  const what =
    format === undefined
      ? `The name ${JSON.stringify(output)} says no format; add --format`
      : `--format is ${JSON.stringify(format)}; it must be`;
  throw new CannotRun(`${what} ${formats.join(", ")}.`);
}

/** `assay export`: the scores of a project as a file. */
export const addExportCommand: AddCommand = (program, context) => {
  program
    .command("export")
    .description("write the scores of a project's completed evaluations to a file")
    .requiredOption("-p, --project <id>", "the project: proj_…")
    .requiredOption("-o, --output <file>", "where to write; what is there is replaced once all has arrived")
    .option(
      "-e, --evaluation <id>",
      "only this evaluation: eval_…; may be repeated (default: all that have completed)",
      (id: string, ids: string[] | undefined) => [...(ids ?? []), id],
    )
    .option("-f, --format <format>", "csv, json or parquet (default: by the file's ending)")
    .option("--include-samples", "with the input, output and expected answer of each sample")
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

/** @throws {CannotRun} when there is no folder to write into: before the server is put to work. */
function checkWritable(path: string): void {
  const folder = dirname(resolve(path));
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new CannotRun(
      `Cannot write ${path}: there is no folder ${folder} that may be written to; make it first.`,
    );
  }
}

const kibibytes = (bytes: number): number => Math.ceil(bytes / 1024);

/** Waits until the server has written the file, and says so now and then. */
async function written({ client, output, signal }: CommandContext, id: string): Promise<Export> {
  let saidAt = 0;
  return untilTakenUp({ output, what: `The export ${id}` }, (saw) =>
    client.exports.wait(id, {
      signal,
      onProgress: ({ status, row_count: rows }) => {
        saw(status);
        // How many rows there will be nobody knows: each doubling is worth a line.
        if (status !== "running" || rows === null || rows < Math.max(10_000, 2 * saidAt)) return;
        saidAt = rows;
        output.note(`Export ${id}: ${rows} rows written so far.`);
      },
    }),
  );
}
