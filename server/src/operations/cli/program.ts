import type { Command } from "commander";
import packageJson from "../../../package.json" with { type: "json" };
import { backupCommand } from "./commands/backup-command.ts";
import { doctorCommand } from "./commands/doctor-command.ts";
import { evidenceCommand } from "./commands/evidence-command.ts";
import { keysCommand } from "./commands/keys-command.ts";
import { migrateCommand } from "./commands/migrate-command.ts";
import { addJsonOption, printFailure } from "./output.ts";
import { restoreCommand } from "./commands/restore-command.ts";
import { rotateCommand } from "./commands/rotate-command.ts";
import { serveCommand, workerCommand } from "./commands/serve-command.ts";
import { CommandWithKeyIds } from "./command-with-key-ids.ts";
import { signingKeysCommand } from "./commands/signing-keys-command.ts";
import { workspaceCommand } from "./commands/workspace-command.ts";

const help = `
Configuration from the environment and a .env file (defaults in parentheses):
  DATABASE_URL              postgres://… (unset: an embedded database in ASSAY_DATA_DIR)
  DATABASE_ADMIN_URL        connection of a role that may delete workspaces
  DATABASE_DIRECT_URL       connection for migrations and notifications beside a pooler
  ASSAY_DATA_DIR            folder of the embedded database and its keys (.assay)
  ASSAY_SECRET_KEYS         key-encryption keys: version:base64,… (required with DATABASE_URL)
  PORT, HOST                listening address (8787, 127.0.0.1)
  ASSAY_PUBLIC_URL          base URL of links and issuer of records
  ASSAY_ENABLE              APIs to serve: evaluation, control or both (evaluation,control)
  ASSAY_BOOTSTRAP_API_KEY   admin API key to create on first start
  ASSAY_RATE_LIMIT          requests per minute and API key, across all processes (6000)
  ASSAY_WORKSPACE_RATE_LIMIT  requests per minute and workspace (5 times ASSAY_RATE_LIMIT)
  ASSAY_WORKER_CONCURRENCY  concurrent jobs that call no other server (2)
  ASSAY_REMOTE_CHUNKS       concurrent jobs that call custom evaluators (32)
  ASSAY_REMOTE_CALLS        concurrent calls to custom evaluators (64)
  ASSAY_EXPORT_CONCURRENCY  concurrent exports (1)
  ASSAY_WEBHOOK_CONCURRENCY concurrent webhook calls (16)
  ASSAY_THREADS             threads for comparisons and other computations (2)
  ASSAY_THREAD_MEMORY_MB    maximum heap size of each of these threads, in MiB (256)
  ASSAY_CLAIM_MINUTES       time until a claimed review task without a review expires (30)
  ASSAY_EXPORT_TTL_HOURS    retention of export files (72)
  ASSAY_JOB_LEASE_SECONDS   time until a job of a killed worker is retried (60)
  ASSAY_RETENTION_DAYS      retention of event data in the evidence logs (unlimited)
  ASSAY_POOL_MAX            database connections per process, at least 4 (20)
  ASSAY_PRIORITY_POOL_MAX   further connections for authorizations, probes and leases (4)
  ASSAY_OUTBOUND_ALLOW      private networks of evaluators and webhooks: 10.1.0.0/16,… (none)
  ASSAY_WITNESS_DIR         folder for checkpoints outside the database (embedded: in ASSAY_DATA_DIR)
  ASSAY_CORS_ORIGINS        allowed browser origins, separated by commas (none)
  METRICS_PORT              port of /metrics, /healthz and /readyz without a key (unset: /metrics on PORT, for keys with metrics:read)
  OTEL_EXPORTER_OTLP_ENDPOINT  trace collector: OTLP over HTTP, such as http://127.0.0.1:4318 (unset: no traces)
  OTEL_EXPORTER_OTLP_HEADERS   headers for the collector: name=value,…
  OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG  service name in traces (assay); sampled share of traces (1)
  LOG_LEVEL                 log level: fatal, error, warn, info, debug, trace or silent (info)

Examples:
  assay-server serve
  DATABASE_URL=postgres://… assay-server serve --no-worker
  assay-server keys create --name "CI" --preset developer
  assay-server backup /backups/today && DATABASE_URL=postgres://… assay-server restore /backups/today
  assay-server doctor --json

Exit codes:
  0  the command succeeded
  1  the command failed or was refused, or doctor or evidence status found a fault
  2  invalid usage or configuration (but 1 for an unknown ASSAY_* variable or a small pool)

With --json, a command prints one JSON document to standard output; a failed command prints {"error": {"message", "exit_code"}}.
`;

/**
 * Builds the command `assay-server`. Its exit codes are 0 for success, 1 for a failure or refusal, and 2 for
 * invalid usage or configuration.
 */
export function program(): Command {
  const whole = new CommandWithKeyIds("assay-server")
    .description("Run and administer the Assay server.")
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
  addJsonOption(whole);
  exitAsDocumented(whole);
  return whole;
}

/**
 * Sets the exit code for invalid usage to 2, and prints a JSON document for it if `--json` is given. Visits
 * the subcommands explicitly, because commander passes settings on only to commands that it creates itself.
 */
function exitAsDocumented(command: Command, whole = command): void {
  command.exitOverride(({ exitCode, message }) => {
    if (exitCode === 0) process.exit(0);
    if (isJsonRequested(whole)) printFailure(message.replace(/^error: /, ""), 2);
    process.exit(2);
  });
  command.showHelpAfterError("(see --help)");
  for (const subcommand of command.commands) exitAsDocumented(subcommand, whole);
}

/**
 * Whether `--json` was given. Reads the raw arguments, because commander stops parsing at the first invalid
 * argument.
 */
const isJsonRequested = (whole: Command): boolean =>
  "rawArgs" in whole && Array.isArray(whole.rawArgs) && whole.rawArgs.includes("--json");
