import { Command } from "commander";
import packageJson from "../../../package.json" with { type: "json" };
import { backupCommand } from "./commands/backup-command.ts";
import { doctorCommand } from "./commands/doctor-command.ts";
import { evidenceCommand } from "./commands/evidence-command.ts";
import { keysCommand } from "./commands/keys-command.ts";
import { migrateCommand } from "./commands/migrate-command.ts";
import { offerJson, tellFailure } from "./output.ts";
import { restoreCommand } from "./commands/restore-command.ts";
import { rotateCommand } from "./commands/rotate-command.ts";
import { serveCommand, workerCommand } from "./commands/serve-command.ts";
import { signingKeysCommand } from "./commands/signing-keys-command.ts";
import { workspaceCommand } from "./commands/workspace-command.ts";

const help = `
Configuration is read from the environment and a .env file:
  DATABASE_URL              postgres://…; unset: an embedded database in ASSAY_DATA_DIR
  DATABASE_ADMIN_URL        the database as a role that may delete workspaces, for that alone
  DATABASE_DIRECT_URL       a session connection for migrations, when the first goes through a pooler
  ASSAY_DATA_DIR            folder of the embedded database and its keys (.assay)
  ASSAY_SECRET_KEYS         key-encryption keys, version:base64,…; needed with DATABASE_URL
  PORT, HOST                8787, 127.0.0.1
  ASSAY_PUBLIC_URL          the address in links and as issuer
  ASSAY_BOOTSTRAP_API_KEY   an admin key to exist at first start
  ASSAY_RATE_LIMIT          requests a minute and key, over all processes (6000)
  ASSAY_WORKER_CONCURRENCY  jobs at a time (2)
  ASSAY_CLAIM_MINUTES       how long a claimed review task stays claimed without a review (30)
  ASSAY_EXPORT_TTL_HOURS    how long the files of exports are kept (72)
  ASSAY_JOB_LEASE_SECONDS   how long a killed worker's job waits (60)
  ASSAY_RETENTION_DAYS      how long the data of events in the evidence logs are kept (for ever)
  ASSAY_POOL_MAX            database connections of this process (20)
  ASSAY_OUTBOUND_ALLOW      networks of evaluators and webhooks that are not public, 10.1.0.0/16,… (none)
  ASSAY_WITNESS_DIR         folder that remembers checkpoints outside the database (embedded: in ASSAY_DATA_DIR)
  ASSAY_CORS_ORIGINS        origins that may call from a browser, separated by commas (none)
  METRICS_PORT              /metrics, /healthz, /readyz on a port of their own, without a key (unset: /metrics beside the APIs, for keys with metrics:read)
  OTEL_EXPORTER_OTLP_ENDPOINT  a collector that traces are sent to (OTLP over HTTP, http://127.0.0.1:4318); unset: no traces
  OTEL_EXPORTER_OTLP_HEADERS   what it is to be sent along, name=value,…
  OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG  this process's name in traces (assay); share of traces that is kept (1)
  LOG_LEVEL                 fatal, error, warn, info, debug, trace or silent (info)

Examples:
  assay-server serve
  DATABASE_URL=postgres://… assay-server serve --no-worker
  assay-server keys create --name "CI" --preset developer
  assay-server backup /backups/today && DATABASE_URL=postgres://… assay-server restore /backups/today
  assay-server doctor --json

Exit codes: 0 done; 1 refused, failed, or (doctor, evidence status) something is wrong; 2 wrong usage or configuration.
With --json a command prints one JSON document on standard output; one that failed prints {"error": {"message", "exit_code"}}.
`;

/** The operator's command `assay-server`. Exit codes: 0 done, 1 refused or failed, 2 wrong usage or configuration. */
export function program(): Command {
  const whole = new Command("assay-server")
    .description("Runs and administers the Assay server.")
    .version(packageJson.version, "-V, --version", "print the version")
    .addHelpText("after", help)
    .addCommand(serveCommand())
    .addCommand(workerCommand())
    .addCommand(migrateCommand())
    .addCommand(keysCommand())
    .addCommand(workspaceCommand())
    .addCommand(signingKeysCommand())
    .addCommand(evidenceCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(rotateCommand())
    .addCommand(doctorCommand());
  offerJson(whole);
  exitAsDocumented(whole);
  return whole;
}

/**
 * Wrong usage is exit code 2 and told as every failure is, in every subcommand too: commander hands settings on only to
 * commands it makes itself.
 */
function exitAsDocumented(command: Command, whole = command): void {
  command.exitOverride(({ exitCode, message }) => {
    if (exitCode === 0) process.exit(0);
    if (asksForJson(whole)) tellFailure(message.replace(/^error: /, ""), 2);
    process.exit(2);
  });
  command.showHelpAfterError("(see --help)");
  for (const subcommand of command.commands) exitAsDocumented(subcommand, whole);
}

/** As it was typed: what is wrong may stand before the option, which is not read then. */
const asksForJson = (whole: Command): boolean =>
  "rawArgs" in whole && Array.isArray(whole.rawArgs) && whole.rawArgs.includes("--json");
