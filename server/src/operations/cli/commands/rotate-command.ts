import { counted } from "@assay/contract/domain";
import { Command } from "commander";
import { readConfig } from "../../../platform/config.ts";
import { environmentWithFile } from "../../../platform/environment.ts";
import { rewrapKeys } from "../../../platform/secrets/key-wrapping.ts";
import { addKeyToFolder, loadKeyring } from "../../../platform/secrets/load-keyring.ts";
import { expectSchema } from "../../../platform/db/migrate.ts";
import { openRuntime } from "../../../app/start-server.ts";
import { sealHeadsAgain } from "../../../evidence/log/heads/evidence-heads.ts";
import { attempt, type OutputOptions, printResult } from "../output.ts";

const help = `
The newest key is the first of ASSAY_SECRET_KEYS. Without that variable (embedded database), the command creates a key.`;

/** `rotate`: re-encrypts all stored keys with the newest key-encryption key. */
export const rotateCommand = (): Command =>
  new Command("rotate")
    .description("Re-encrypt all stored keys with the newest key-encryption key.")
    .addHelpText("after", help)
    .action((options: OutputOptions) =>
      attempt(options, async () => {
        const config = readConfig(environmentWithFile());
        // The runtime is opened first, because it locks the folder that contains the embedded database and
        // its keys.
        const { deps, close } = await openRuntime(config, {}, expectSchema);
        try {
          const created = config.secretKeys === undefined ? addKeyToFolder(config.dataDir) : undefined;
          const keyring = loadKeyring(config);
          const [{ version }, ...older] = keyring;
          const { rewrapped, damaged, keys } = await rewrapKeys(deps.database, keyring);
          const unsealed = await sealHeadsAgain(deps.database, keyring);
          printResult(options, { version, made: created !== undefined, rewrapped, damaged, keys, unsealed }, [
            `Re-encrypted ${rewrapped} of ${counted(keys, "stored key")}; ${
              damaged > 0
                ? `${counted(damaged, "damaged key")} cannot be re-encrypted: see \`assay-server doctor\`.`
                : `all stored keys are now encrypted with ${JSON.stringify(version)}.`
            }`,
            ...(older.length > 0 && damaged === 0
              ? [
                  `The database no longer requires ${older.map((one) => JSON.stringify(one.version)).join(", ")}; keep these keys for existing backups.`,
                ]
              : []),
            ...(unsealed > 0
              ? [
                  `The sealed records of ${counted(unsealed, "evidence log")} were altered: see \`assay-server evidence status\`.`,
                ]
              : []),
          ]);
        } finally {
          await close();
        }
      }),
    );
