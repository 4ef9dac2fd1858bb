import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { type RecordVerification, verifyRecord } from "../../verify.ts";
import { exitCodes } from "../exit-codes.ts";
import { checkpointIn, keysIn, reading } from "../saved-files.ts";
import type { Output } from "../output.ts";
import type { AddCommand, CommandContext } from "../program.ts";

/** Options of `assay verify`. */
interface VerifyOptions {
  keys: string;
  issuer?: string;
  workspace?: string;
  trusted?: string[];
}

const help = `
Verification runs offline and needs no API key. Save the keys while the server is trusted
(assay evidence export log.ndjson --keys keys.json, or /.well-known/jwks.json).

Exit codes:
  0  the record is valid
  1  the record is not valid
  2  the command could not run: missing file or invalid arguments

Examples:
  $ assay verify record.json --keys keys.json
  $ assay verify record.json --keys keys.json --workspace 0190a5f2-7e10-7000-8000-000000000000 --json`;

const several = (text: string, before: string[] | undefined): string[] => [...(before ?? []), text];

/** `assay verify FILE`: verifies a signed record. */
export const addVerifyCommand: AddCommand = (program, context) => {
  program
    .command("verify")
    .description("verify a signed record offline (exit code 1 if verification fails)")
    .argument("<file>", "path of the record (- for stdin)")
    .requiredOption("--keys <file>", "saved public signing keys: a key set, a list, or one key")
    .option("--issuer <address>", "expected issuer of the record")
    .option("--workspace <id>", "expected workspace id")
    .option("--trusted <file>", "saved checkpoint; may be repeated", several)
    .addHelpText("after", help)
    .action((file: string, options: VerifyOptions) => verify(file, options, context()));
};

async function verify(
  file: string,
  { keys, issuer, workspace, trusted = [] }: VerifyOptions,
  context: CommandContext,
): Promise<void> {
  const { output } = context;
  const trustedKeys = await keysIn(keys);
  const savedCheckpoints = await Promise.all(trusted.map(checkpointIn));
  const record = await reading(() => (file === "-" ? buffer(process.stdin) : readFile(file)));
  const options = { keys: trustedKeys, issuer, workspaceId: workspace, trusted: savedCheckpoints };
  const verification = await verifyRecord(record, options);
  output.data(verification);
  show(verification, output);
  if (!verification.valid) context.exitCode = exitCodes.gateFailed;
}

/** Prints the verification in human-readable form. */
function show({ valid, code, checks, kid, issuedAt, provenance }: RecordVerification, output: Output): void {
  for (const { name, ok, detail } of checks)
    output.line({ text: ok ? "ok    " : "FAIL  ", emphasis: ok ? "green" : "red" }, `${name}: ${detail}`);
  if (!valid) return output.line({ text: `Verification FAILED: ${code}.`, emphasis: "red" });
  const at = issuedAt === null ? "" : ` at ${new Date(issuedAt).toISOString()}`;
  const source =
    provenance === "recorded"
      ? "The evidence log contains this decision."
      : "The payload is not from the evidence log.";
  output.line({ text: `The record is valid, signed by ${kid ?? ""}${at}. ${source}`, emphasis: "green" });
}
