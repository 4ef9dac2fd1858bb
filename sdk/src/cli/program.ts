import { Command, CommanderError } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { Assay } from "../client/client.ts";
import { AbortError, AssayError, ConnectionError } from "../errors/errors.ts";
import { AuthenticationError } from "../errors/errors-api.ts";
import { CannotRun } from "./cannot-run.ts";
import { exitCodes, type ExitCode } from "./exit-codes.ts";
import { createOutput, type Output } from "./output.ts";
import { type Io, printableLines } from "./terminal.ts";

/** What a command works with. */
export interface CommandContext {
  /** Made when first used, so that a command can complain of its arguments before the key is missed. */
  readonly client: Assay;
  readonly output: Output;
  /** The environment's variables. */
  readonly env: Io["env"];
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** What the command ends with; `passed` unless it says otherwise. */
  exitCode: ExitCode;
}

/** Adds a command to the program; `context` may be called once the arguments are parsed, and always gives the same. */
export type AddCommand = (program: Command, context: () => CommandContext) => void;

interface GlobalOptions {
  baseUrl?: string;
  apiKey?: string;
  json?: boolean;
}

const help = `
Exit codes:
  0  done, and each gate holds
  1  done, and a gate does not hold
  2  could not run

Examples:
  $ export ASSAY_API_KEY=assay_live_…
  $ assay run samples.jsonl --evaluator triage_accuracy
  $ assay run gpt.jsonl llama.jsonl --evaluator triage_accuracy --min-score 80 --max-unscored 0 --json
  $ assay evidence audit log.ndjson --keys keys.json
  $ assay run old.jsonl new.jsonl --evaluator triage_accuracy --compare --fail-on-regression
  $ assay export --project proj_01j… -o scores.csv`;

/**
 * Runs the command line `argv` (without node and script) and says what to exit with. Faults are told on stderr.
 *
 * @param commands the commands there are.
 */
export async function runCli(
  argv: readonly string[],
  io: Io,
  commands: readonly AddCommand[],
): Promise<ExitCode> {
  const program = createProgram(io);
  let made: CommandContext | undefined;
  const context = (): CommandContext => (made ??= createContext(program.opts<GlobalOptions>(), io));
  for (const add of commands) add(program, context);
  try {
    await program.parseAsync([...argv], { from: "user" });
    return made?.exitCode ?? exitCodes.passed;
  } catch (error) {
    made?.output.close(); // Before the reason is told: a progress bar would draw over it.
    return explain(error, io);
  } finally {
    made?.output.close();
  }
}

function createProgram({ stdout, stderr }: Io): Command {
  return new Command("assay")
    .description("Evaluate AI on your samples, and gate on the result.")
    .version(packageJson.version, "-V, --version", "print the version")
    .option("--base-url <url>", "where the server is (default: ASSAY_BASE_URL, else http://127.0.0.1:8787)")
    .option(
      "--api-key <key>",
      "the API key; better ASSAY_API_KEY, which other users of the machine cannot see",
    )
    .option("--json", "print the result as one JSON document")
    .addHelpText("after", help)
    .helpCommand(false)
    .showSuggestionAfterError()
    .exitOverride()
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
        throw new CannotRun(
          "There is no API key: set ASSAY_API_KEY, or pass --api-key. `npm start` prints one.",
        );
      }
      return (client ??= new Assay({
        apiKey: apiKey || io.env["ASSAY_API_KEY"],
        baseUrl: baseUrl || io.env["ASSAY_BASE_URL"],
      }));
    },
    output: createOutput(io, json),
    env: io.env,
    signal: io.signal,
    exitCode: exitCodes.passed,
  };
}

function explain(error: unknown, { stderr, signal }: Io): ExitCode {
  // commander has said already what is wrong with the arguments; help and version come here too, with code 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.passed : exitCodes.couldNotRun;
  if (error instanceof AbortError && signal.aborted) {
    stderr.write("Interrupted.\n");
    return exitCodes.interrupted;
  }
  const expected = error instanceof AssayError || error instanceof CannotRun;
  const reason =
    error instanceof Error ? ((expected ? undefined : error.stack) ?? error.message) : String(error);
  stderr.write(printableLines(`assay: ${reason}${hintFor(error)}\n`));
  return exitCodes.couldNotRun;
}

function hintFor(error: unknown): string {
  if (error instanceof ConnectionError)
    return "\nIs the server running? --base-url or ASSAY_BASE_URL says where.";
  if (error instanceof AuthenticationError) return "\nThe key comes from --api-key or ASSAY_API_KEY.";
  return "";
}
