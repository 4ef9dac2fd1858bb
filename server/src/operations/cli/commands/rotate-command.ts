import { counted } from "@assay/contract/domain";
import { Command } from "commander";
import { environmentWithFile, readConfig } from "../../../platform/config.ts";
import { rewrapKeys } from "../../../platform/secrets/key-wrapping.ts";
import { addKeyToFolder, loadKeyring } from "../../../platform/secrets/load-keyring.ts";
import { expectSchema } from "../../../platform/db/migrate.ts";
import { openRuntime } from "../../../app/start-server.ts";
import { attempt, type OutputOptions, tell } from "../output.ts";

/** `rotate`: wraps all keys at rest by the newest key-encryption key. */
export const rotateCommand = (): Command =>
  new Command("rotate")
    .description(
      "Wrap every key at rest by the newest of ASSAY_SECRET_KEYS; without that variable (embedded database) a new one is made first.",
    )
    .action((options: OutputOptions) =>
      attempt(options, async () => {
        const config = readConfig(environmentWithFile());
        // The runtime first: it holds the embedded database's folder, and the keys in it, for itself.
        const { deps, close } = await openRuntime(config, {}, expectSchema);
        try {
          const made = config.secretKeys === undefined ? addKeyToFolder(config.dataDir) : undefined;
          const keyring = loadKeyring(config.secretKeys, config.dataDir);
          const [{ version }, ...older] = keyring;
          const { rewrapped, keys } = await rewrapKeys(deps.database, keyring);
          tell(options, { version, made: made !== undefined, rewrapped, keys }, [
            `Of ${counted(keys, "key")} at rest ${rewrapped} had another wrapping before; all are wrapped by ${JSON.stringify(version)} now.`,
            ...(older.length > 0
              ? [
                  `The database needs ${older.map((one) => JSON.stringify(one.version)).join(", ")} no longer; keep them for backups made until now.`,
                ]
              : []),
          ]);
        } finally {
          await close();
        }
      }),
    );
