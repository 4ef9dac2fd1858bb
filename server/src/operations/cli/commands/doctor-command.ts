import { Command } from "commander";
import { type Config, ConfigError, environmentWithFile, readConfig } from "../../../platform/config.ts";
import { examine } from "../../doctor/doctor.ts";
import { fail, type Finding, ok } from "../../doctor/finding.ts";
import { redactTexts } from "../../../platform/log.ts";
import { attempt, type OutputOptions, tell } from "../output.ts";

/** `doctor`: exit code 0 when nothing fails, 1 when something does, 2 when the configuration cannot be used. */
export const doctorCommand = (): Command =>
  new Command("doctor")
    .description(
      "Look at configuration, database, migrations, clock, keys, queue, outbound, disk and tracing, and say what to do; changes nothing.",
    )
    .action((options: OutputOptions) =>
      attempt(options, async () => {
        const findings = await allFindings();
        const failed = findings.filter(({ status }) => status === "fail");
        tell(options, { healthy: failed.length === 0, findings }, findings.flatMap(linesOf));
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
      fail("configuration", error.message, "Mend these variables; `assay-server --help` names them all."),
    ];
  }
  const engine = config.databaseUrl === undefined ? `embedded database in ${config.dataDir}` : "Postgres";
  const findings = [
    ok("configuration", `Every variable can be used; ${engine}.`),
    ...(await examine(config)),
  ];
  // What a library says of a failure may name what it was given.
  return findings.map((finding) => ({ ...finding, message: redactTexts(finding.message) }));
}

const linesOf = ({ check, status, message, todo }: Finding): string[] => [
  `${status.padEnd(4)}  ${check.padEnd(13)}  ${message}`,
  ...(todo === null ? [] : [`${" ".repeat(21)}→ ${todo}`]),
];
