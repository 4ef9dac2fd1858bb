import type { Assay } from "../../client/client.ts";
import { BadRequestError } from "../../errors/errors-api.ts";
import type { PolicyValidation, ValidatePolicy } from "../../generated/types.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Output } from "../output.ts";
import type { CommandContext } from "../program.ts";
import { type Outcome, readPolicy } from "./policy-file.ts";

interface CheckedFile extends PolicyValidation {
  file: string;
}

/** `assay policies validate FILE…`: exits with 1 when one of the texts does not hold. */
export async function validatePolicies(
  files: readonly string[],
  { outcome }: { outcome?: Outcome },
  context: CommandContext,
): Promise<void> {
  const { client, output, signal } = context;
  const checked: CheckedFile[] = [];
  for (const file of files) {
    const body = { text: await readPolicy(file), ...(outcome !== undefined && { outcome }) };
    checked.push({ file, ...(await validate(client, body, signal)) });
  }
  output.data(checked);
  for (const one of checked) show(one, output);
  if (checked.some(({ valid }) => !valid)) context.exitCode = exitCodes.gateFailed;
}

/** A text that is refused as a whole (an empty one, one that is too large) does not hold either; others are still checked. */
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
    const nowhere = { line: null, column: null, endLine: null, endColumn: null };
    const findings = errors.map(({ message }) => ({ message, ...nowhere }));
    return { valid: false, validated: "syntax", errors: findings, warnings: [] };
  }
}

/** As compilers do it, so that editors find the place: file:line:column. */
function show({ file, valid, validated, errors, warnings }: CheckedFile, output: Output): void {
  const told = [
    ...errors.map((finding) => ({ ...finding, kind: "error", emphasis: "red" as const })),
    ...warnings.map((finding) => ({ ...finding, kind: "warning", emphasis: "yellow" as const })),
  ];
  for (const { line, column, kind, emphasis, message } of told) {
    const place = line === null ? file : `${file}:${line}:${column ?? 1}`;
    output.line(`${place}: `, { text: kind, emphasis }, `: ${message}`);
  }
  if (valid) output.line(`${file}: holds${validated === "syntax" ? " (syntax alone was checked)" : ""}`);
}
