import { Command } from "commander";
import { administer } from "../administer.ts";
import { type OutputOptions, printResult } from "../output.ts";

const listCommand = () =>
  new Command("list").description("List signing keys, oldest first.").action((options: OutputOptions) =>
    administer(options, async ({ evidence: { keys } }) => {
      await keys.active();
      const all = (await keys.list()).map(({ kid, status, created_at, revoked_because }) => ({
        kid,
        status,
        created_at,
        revoked_because,
      }));
      const lines = all.map(
        ({ kid, status, created_at: createdAt, revoked_because: because }) =>
          `${kid}  ${status.padEnd(7)}  ${createdAt.toISOString()}${because === null ? "" : `  ${because}`}`,
      );
      printResult(options, { signing_keys: all }, lines);
    }),
  );

const addCommand = () =>
  new Command("add")
    .description("Create and publish a pending signing key.")
    .action((options: OutputOptions) =>
      administer(options, async ({ evidence: { keys } }) => {
        const { kid, status } = await keys.add();
        printResult(options, { kid, status }, [
          `${kid}  pending; after verifiers have fetched the key, run: assay-server signing-keys activate ${kid}`,
        ]);
      }),
    );

const activateCommand = () =>
  new Command("activate")
    .description("Activate a pending key and retire the active key, whose signatures stay valid.")
    .argument("<kid>", "key id, from signing-keys list")
    .action((kid: string, options: OutputOptions) =>
      administer(options, async ({ evidence: { keys } }) => {
        await keys.activate(kid);
        printResult(options, { kid, status: "active" }, [`${kid} is active.`]);
      }),
    );

const revokeCommand = () =>
  new Command("revoke")
    .description("Revoke a key and its signatures, and activate another key.")
    .argument("<kid>", "key id, from signing-keys list")
    .requiredOption("--because <text>", "reason, stored with the key")
    .action((kid: string, options: OutputOptions & { because: string }) =>
      administer(options, async ({ evidence: { keys } }) => {
        await keys.revoke(kid, options.because);
        const activeKid = (await keys.active()).kid;
        printResult(options, { kid, status: "revoked", active: activeKid }, [
          `${kid} revoked; ${activeKid} is active.`,
        ]);
      }),
    );

/** Builds the commands `signing-keys list|add|activate|revoke`. */
export const signingKeysCommand = (): Command =>
  new Command("signing-keys")
    .description("Rotate and revoke the keys that sign checkpoints and records.")
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(activateCommand())
    .addCommand(revokeCommand());
