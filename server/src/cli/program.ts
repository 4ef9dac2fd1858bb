import { Command } from "commander";
import { keysCommand } from "./keys.ts";
import { migrateCommand } from "./migrate.ts";
import { serveCommand, workerCommand } from "./serve.ts";
import { workspaceCommand } from "./workspace.ts";

const help = `
Configuration is read from the environment and a .env file:
  DATABASE_URL            postgres://…; unset: an embedded database in ASSAY_DATA_DIR (default .assay)
  ASSAY_SECRET_KEYS       key-encryption keys, version:base64,…; needed with DATABASE_URL
  PORT, HOST              8787, 127.0.0.1
  ASSAY_BOOTSTRAP_API_KEY an admin key to exist at first start
  ASSAY_RATE_LIMIT        requests a minute and key (6000)
  LOG_LEVEL               info

Examples:
  assay-server serve
  DATABASE_URL=postgres://… assay-server serve --no-worker
  assay-server keys create --name "CI" --preset developer
`;

/** The operator's command `assay-server`. Exit codes: 0 done, 1 refused or failed, 2 wrong usage or configuration. */
export function program(): Command {
  return new Command("assay-server")
    .description("Runs and administers the Assay server.")
    .addHelpText("after", help)
    .showHelpAfterError("(see --help)")
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .addCommand(serveCommand())
    .addCommand(workerCommand())
    .addCommand(migrateCommand())
    .addCommand(keysCommand())
    .addCommand(workspaceCommand());
}
