import type { Assay } from "../../client/client.ts";
import { BadRequestError } from "../../errors/errors-api.ts";
import type { PolicyValidation, ValidatePolicy } from "../../generated/types.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Output } from "../output.ts";
import type { CommandContext } from "../program.ts";
import { readPolicy } from "./policy-file.ts";

/** The options of the command. Omitted members have the defaults of the service. */
export type PolicyTerms = Omit<ValidatePolicy, "text">;

interface CheckedFile extends PolicyValidation {
  file: string;
}

/** `assay policies validate FILE…`: exits with 1 if a file is invalid. */
export async function validatePolicies(
  files: readonly string[],
  terms: PolicyTerms,
  context: CommandContext,
): Promise<void> {
  const { client, output, signal } = context;
  const checked: CheckedFile[] = [];
  for (const file of files) {
    const body = { text: await readPolicy(file), ...terms };
    checked.push({ file, ...(await validate(client, body, signal)) });
  }
  output.data(checked);
  for (const one of checked) show(one, output);
  if (checked.some(({ valid }) => !valid)) context.exitCode = exitCodes.gateFailed;
}

/** Validates one file. Reports text that the server rejects as a whole (empty or too large) as invalid. */
async function validate(
  { control }: Assay,
  body: ValidatePolicy,
  signal: AbortSignal,
): Promise<PolicyValidation> {
  try {
    return await control.policies.validate(body, { signal });
  } catch (error) {
    const errors = error instanceof BadRequestError ? error.errors : [];
    if (errors.length === 0 || errors.some(({ path }) => path !== "/text")) throw error;
    const noPosition = { line: null, column: null, endLine: null, endColumn: null };
    const findings = errors.map(({ code, message }) => ({ code, message, ...noPosition, suggestion: null }));
    return { valid: false, validated: "syntax", errors: findings, warnings: [] };
  }
}

/** Prints findings in the compiler format file:line:column, which editors can parse. */
function show({ file, valid, validated, errors, warnings }: CheckedFile, output: Output): void {
  const findings = [
    ...errors.map((finding) => ({ ...finding, kind: "error", emphasis: "red" as const })),
    ...warnings.map((finding) => ({ ...finding, kind: "warning", emphasis: "yellow" as const })),
  ];
  for (const { line, column, kind, emphasis, message, suggestion } of findings) {
    const position = line === null ? file : `${file}:${line}:${column ?? 1}`;
    const instead = suggestion === null ? "" : ` (use ${suggestion})`;
    output.line(`${position}: `, { text: kind, emphasis }, `: ${message}${instead}`);
  }
  if (valid) output.line(`${file}: valid${validated === "syntax" ? " (syntax only)" : ""}`);
}
