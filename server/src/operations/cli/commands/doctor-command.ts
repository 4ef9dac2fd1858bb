import { Command } from "commander";
import { type Config, ConfigError, readConfig } from "../../../platform/config.ts";
import { environmentWithFile } from "../../../platform/environment.ts";
import { examine } from "../../doctor/doctor.ts";
import { fail, type Finding, ok } from "../../doctor/finding.ts";
import { redactTexts } from "../../../platform/log.ts";
import { attempt, type OutputOptions, printResult } from "../output.ts";

/** `doctor`: exits with 0 if no check fails, 1 if a check fails, and 2 if the configuration is invalid. */
export const doctorCommand = (): Command =>
  new Command("doctor")
    .description("Check the installation and print remedies, without changing anything.")
    .action((options: OutputOptions) =>
      attempt(options, async () => {
        const { findings, exitCode } = await allFindings();
        printResult(options, { healthy: exitCode === 0, findings }, findings.flatMap(linesOf));
        process.exitCode = exitCode;
      }),
    );

async function allFindings(): Promise<{ findings: Finding[]; exitCode: number }> {
  let config: Config;
  try {
    config = readConfig(environmentWithFile());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const todo = "Fix these variables; `assay-server --help` lists all variables.";
    return { findings: [fail("configuration", error.message, todo)], exitCode: error.exitCode };
  }
  const engine = config.databaseUrl === undefined ? `embedded database in ${config.dataDir}` : "Postgres";
  const valid = ok("configuration", `All variables are valid; ${engine}; ${apisText(config)}.`);
  const findings = [valid, ...(await examine(config))];
  // A library's error message can contain the arguments of the call, which may be secret.
  const shown = findings.map((finding) => ({ ...finding, message: redactTexts(finding.message) }));
  return { findings: shown, exitCode: findings.some(({ status }) => status === "fail") ? 1 : 0 };
}

/** Describes the APIs that the server serves. */
function apisText({ apis }: Config): string {
  const names = apis.map((name) => (name === "control" ? "control plane" : name));
  return `serves the ${names.join(" and the ")} API${names.length > 1 ? "s" : ""}`;
}

const linesOf = ({ check, status, message, todo }: Finding): string[] => [
  `${status.padEnd(4)}  ${check.padEnd(13)}  ${message}`,
  ...(todo === null ? [] : [`${" ".repeat(21)}→ ${todo}`]),
];
