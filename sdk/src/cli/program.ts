import { Command, CommanderError, Help } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { Assay } from "../client/client.ts";
import { AssayError, ConnectionError } from "../errors/errors.ts";
import { AuthenticationError } from "../errors/errors-api.ts";
import { CliError } from "./cli-error.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { createOutput, type Output } from "./output.ts";
import { type Io, printableLines } from "./terminal.ts";

/** Dependencies and state of a running command. */
export interface CommandContext {
  /**
   * The client. It is created on first use, so that a command reports invalid arguments before it reports a
   * missing key.
   */
  readonly client: Assay;
  readonly output: Output;
  /** Environment variables. */
  readonly env: Io["env"];
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /**
   * Aborted by Ctrl-C, or when the reader of stdout stops reading. Stops a command that would otherwise run
   * forever.
   */
  readonly stop: AbortSignal;
  /** Exit code of the command; `passed` unless the command sets another. */
  exitCode: ExitCode;
}

/** Adds a command to the program. Once the arguments are parsed, `context` always returns the same object. */
export type AddCommand = (program: Command, context: () => CommandContext) => void;

interface GlobalOptions {
  baseUrl?: string;
  apiKey?: string;
  json?: boolean;
}

const help = `
Exit codes:
  0  all gates passed
  1  a gate failed
  2  the command could not run

Examples:
  $ export ASSAY_API_KEY=assay_live_…
  $ assay run samples.jsonl --evaluator triage_accuracy
  $ assay run gpt.jsonl llama.jsonl --evaluator triage_accuracy --min-score 80 --max-unscored 0 --json
  $ assay evidence audit log.ndjson --keys keys.json
  $ assay run old.jsonl new.jsonl --evaluator triage_accuracy --compare --fail-on-regression
  $ assay export --project proj_01j… -o scores.csv`;

/**
 * Runs the command line `argv` (without node and script). Errors are printed to stderr.
 *
 * @param commands the program's commands.
 * @returns the exit code.
 */
export async function runCli(
  argv: readonly string[],
  io: Io,
  commands: readonly AddCommand[],
): Promise<ExitCode> {
  const program = createProgram(io);
  let created: CommandContext | undefined;
  const context = (): CommandContext => (created ??= createContext(program.opts<GlobalOptions>(), io));
  for (const add of commands) add(program, context);
  try {
    await program.parseAsync([...argv], { from: "user" });
    return created?.exitCode ?? exitCodes.passed;
  } catch (error) {
    created?.output.close(); // A progress bar would overwrite the error.
    return explain(error, io);
  } finally {
    created?.output.close();
  }
}

function createProgram({ stdout, stderr }: Io): Command {
  return new Command("assay")
    .description("Evaluate AI systems on your samples and gate releases.")
    .version(packageJson.version, "-V, --version", "print the version")
    .option("--base-url <url>", "server URL (default: ASSAY_BASE_URL, else http://127.0.0.1:8787)")
    .option("--api-key <key>", "API key; prefer ASSAY_API_KEY, because other users can see command lines")
    .option("--json", "print the result as one JSON document")
    .addHelpText("after", help)
    .helpCommand(false)
    .showSuggestionAfterError()
    .exitOverride()
    .configureHelp({
      optionDescription: (option) =>
        `${new Help().optionDescription(option)}${option.mandatory ? " (required)" : ""}`,
    })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(printableLines(text)),
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stderr.columns ?? 80,
    });
}

function createContext({ baseUrl, apiKey, json = false }: GlobalOptions, io: Io): CommandContext {
  let client: Assay | undefined;
  return {
    get client() {
      if (!apiKey && !io.env["ASSAY_API_KEY"]?.trim()) {
        throw new CliError("No API key.\nSet ASSAY_API_KEY or pass --api-key; `npm start` prints a key.");
      }
      return (client ??= new Assay({
        apiKey: apiKey || io.env["ASSAY_API_KEY"],
        baseUrl: baseUrl || io.env["ASSAY_BASE_URL"],
      }));
    },
    output: createOutput(io, json),
    env: io.env,
    signal: io.signal,
    stop: AbortSignal.any([io.signal, io.readerGone]),
    exitCode: exitCodes.passed,
  };
}

function explain(error: unknown, { stderr, signal }: Io): ExitCode {
  // commander has already printed the error. It also reports help and version as errors, with code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.passed : exitCodes.couldNotRun;
  // Reading an aborted response throws an error of the runtime, not of the SDK.
  if (signal.aborted && error instanceof Error && error.name === "AbortError") {
    stderr.write("Interrupted.\n");
    return exitCodes.interrupted;
  }
  const expected = error instanceof AssayError || error instanceof CliError;
  const reason =
    error instanceof Error ? ((expected ? undefined : error.stack) ?? error.message) : String(error);
  stderr.write(printableLines(`error: ${reason}${hintFor(error)}\n`));
  return exitCodes.couldNotRun;
}

function hintFor(error: unknown): string {
  if (error instanceof ConnectionError)
    return "\nCheck that the server is running and that --base-url or ASSAY_BASE_URL is its URL.";
  if (error instanceof AuthenticationError) return "\nCheck the key in --api-key or ASSAY_API_KEY.";
  return "";
}
