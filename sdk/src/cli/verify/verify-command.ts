import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { type RecordVerification, verifyRecord } from "../../verify.ts";
import { exitCodes } from "../exit-codes.ts";
import { checkpointIn, keysIn, reading } from "../kept-files.ts";
import type { Output } from "../output.ts";
import type { AddCommand, CommandContext } from "../program.ts";

/** What `assay verify` takes. */
interface VerifyOptions {
  keys: string;
  issuer?: string;
  workspace?: string;
  trusted?: string[];
}

const help = `
A record is verified by the file and the keys alone: no server and no API key are needed. Keep the keys from a time when
the server was trusted (assay evidence export log.ndjson --keys keys.json, or /.well-known/jwks.json).

Exit codes:
  0  the record is what was signed
  1  it is not
  2  it could not be verified: a file is missing, or the arguments are wrong

Examples:
  $ assay verify record.json --keys keys.json
  $ assay verify record.json --keys keys.json --workspace 0190a5f2-7e10-7000-8000-000000000000 --json`;

const several = (text: string, before: string[] | undefined): string[] => [...(before ?? []), text];

/** `assay verify`: whether a record is what was signed. */
export const addVerifyCommand: AddCommand = (program, context) => {
  program
    .command("verify")
    .description("verify a signed record without a network; exit code 1 when it does not hold")
    .argument("<file>", "the record; - is stdin")
    .requiredOption("--keys <file>", "the public signing keys that were kept: a key set, a list, or one key")
    .option("--issuer <address>", "the service that must have signed it")
    .option("--workspace <id>", "the workspace that it must be of")
    .option("--trusted <file>", "a checkpoint that was kept; may be repeated", several)
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
  const kept = await Promise.all(trusted.map(checkpointIn));
  const record = await reading(() => (file === "-" ? buffer(process.stdin) : readFile(file)));
  const options = { keys: trustedKeys, issuer, workspaceId: workspace, trusted: kept };
  const verification = await verifyRecord(record, options);
  output.data(verification);
  show(verification, output);
  if (!verification.valid) context.exitCode = exitCodes.gateFailed;
}

/** Tells people what was found. */
function show({ valid, code, checks, kid, issuedAt, provenance }: RecordVerification, output: Output): void {
  for (const { name, ok, detail } of checks)
    output.line({ text: ok ? "holds  " : "FAILS  ", emphasis: ok ? "green" : "red" }, `${name}: ${detail}`);
  if (!valid) return output.line({ text: `The record is NOT what was signed: ${code}.`, emphasis: "red" });
  const at = issuedAt === null ? "" : ` at ${new Date(issuedAt).toISOString()}`;
  const says =
    provenance === "recorded" ? "It is what the evidence log holds." : "It is what somebody had signed.";
  output.line({ text: `The record is what ${kid ?? ""} signed${at}. ${says}`, emphasis: "green" });
}
