import { Command } from "commander";
import { administer } from "../administer.ts";
import { type OutputOptions, tell } from "../output.ts";

const listCommand = () =>
  new Command("list").description("List the keys, oldest first.").action((options: OutputOptions) =>
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
      tell(options, { signing_keys: all }, lines);
    }),
  );

const addCommand = () =>
  new Command("add")
    .description("Make a key and publish it; it signs nothing until it is activated.")
    .action((options: OutputOptions) =>
      administer(options, async ({ evidence: { keys } }) => {
        const { kid, status } = await keys.add();
        tell(options, { kid, status }, [
          `${kid}  pending; when those who verify have fetched it: signing-keys activate ${kid}`,
        ]);
      }),
    );

const activateCommand = () =>
  new Command("activate")
    .description("Let a pending key sign from now on; the one before it is retired and counts on.")
    .argument("<kid>", "its name, as the list shows it")
    .action((kid: string, options: OutputOptions) =>
      administer(options, async ({ evidence: { keys } }) => {
        await keys.activate(kid);
        tell(options, { kid, status: "active" }, [`${kid} signs from now on.`]);
      }),
    );

const revokeCommand = () =>
  new Command("revoke")
    .description("Revoke a key: what it signed counts no more. Another one takes its place at once.")
    .argument("<kid>", "its name, as the list shows it")
    .requiredOption("--because <text>", "why; it is kept with the key")
    .action((kid: string, options: OutputOptions & { because: string }) =>
      administer(options, async ({ evidence: { keys } }) => {
        await keys.revoke(kid, options.because);
        const signs = (await keys.active()).kid;
        tell(options, { kid, status: "revoked", active: signs }, [`${kid} is revoked; ${signs} signs.`]);
      }),
    );

/** `signing-keys list|add|activate|revoke`. */
export const signingKeysCommand = (): Command =>
  new Command("signing-keys")
    .description("Rotate and revoke the keys that sign checkpoints and records.")
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(activateCommand())
    .addCommand(revokeCommand());
