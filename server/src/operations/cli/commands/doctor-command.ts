import { Command } from "commander";
import { type Config, ConfigError, environmentWithFile, readConfig } from "../../../platform/config.ts";
import { examine } from "../../doctor/doctor.ts";
import { fail, type Finding, ok } from "../../doctor/finding.ts";
import { redactTexts } from "../../../platform/log.ts";
import { attempt, type OutputOptions, printResult } from "../output.ts";

/** `doctor`: exits with 0 if no check fails, 1 if a check fails, and 2 if the configuration is invalid. */
export const doctorCommand = (): Command =>
  new Command("doctor")
    .description("Check the installation and print remedies. Changes nothing.")
    .action((options: OutputOptions) =>
      attempt(options, async () => {
        const findings = await allFindings();
        const failed = findings.filter(({ status }) => status === "fail");
        printResult(options, { healthy: failed.length === 0, findings }, findings.flatMap(linesOf));
        if (failed.length > 0)
          process.exitCode = failed.some(({ check }) => check === "configuration") ? 2 : 1;
      }),
    );

async function allFindings(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(environmentWithFile());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [
      fail("configuration", error.message, "Fix these variables; `assay-server --help` lists all variables."),
    ];
  }
  const engine = config.databaseUrl === undefined ? `embedded database in ${config.dataDir}` : "Postgres";
  const findings = [ok("configuration", `All variables are valid; ${engine}.`), ...(await examine(config))];
  // A library's error message can contain the arguments of the call, which may be secret.
  return findings.map((finding) => ({ ...finding, message: redactTexts(finding.message) }));
}

const linesOf = ({ check, status, message, todo }: Finding): string[] => [
  `${status.padEnd(4)}  ${check.padEnd(13)}  ${message}`,
  ...(todo === null ? [] : [`${" ".repeat(21)}→ ${todo}`]),
];
