import type { PolicyTestReport } from "../../generated/types.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Output } from "../output.ts";
import type { CommandContext } from "../program.ts";

/** `assay policies test [ID…]`: exits with 1 if a test case fails. */
export async function testPolicies(ids: readonly string[], context: CommandContext): Promise<void> {
  const { client, output, signal } = context;
  const wanted = ids.length > 0 ? ids : (await client.control.policies.list({ signal })).map(({ id }) => id);
  const reports: PolicyTestReport[] = [];
  for (const id of wanted) reports.push(await client.control.policies.test(id, {}, { signal }));
  output.data(reports);
  for (const report of reports) show(report, output);
  if (reports.some(({ failed }) => failed > 0)) context.exitCode = exitCodes.gateFailed;
}

function show({ policyId, version, passed, failed, results }: PolicyTestReport, output: Output): void {
  const count = passed + failed;
  const emphasis = failed > 0 ? "red" : "green";
  const summary = count === 0 ? "no test cases" : `${passed} of ${count} passed`;
  output.line(`${policyId} (version ${version}): `, count === 0 ? summary : { text: summary, emphasis });
  for (const { name, passed: isPassed, expected, actual, messages } of results) {
    if (isPassed) continue;
    const why = messages.length > 0 ? `: ${messages.join(" ")}` : "";
    output.line(`  ${name}: expected ${expected}, received ${actual}${why}`);
  }
}
