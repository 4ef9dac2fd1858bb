import { Command } from "commander";
import { administer } from "./workspace.ts";

const listCommand = () =>
  new Command("list").description("List the keys, oldest first.").action(() =>
    administer(async ({ evidence: { keys } }) => {
      await keys.active();
      for (const { kid, status, created_at: createdAt, revoked_because: because } of await keys.list())
        console.log(
          `${kid}  ${status.padEnd(7)}  ${createdAt.toISOString()}${because === null ? "" : `  ${because}`}`,
        );
    }),
  );

const addCommand = () =>
  new Command("add")
    .description("Make a key and publish it; it signs nothing until it is activated.")
    .action(() =>
      administer(async ({ evidence: { keys } }) => {
        const { kid } = await keys.add();
        console.log(`${kid}  pending; when those who verify have fetched it: signing-keys activate ${kid}`);
      }),
    );

const activateCommand = () =>
  new Command("activate")
    .description("Let a pending key sign from now on; the one before it is retired and counts on.")
    .argument("<kid>", "its name, as the list shows it")
    .action((kid: string) =>
      administer(async ({ evidence: { keys } }) => {
        await keys.activate(kid);
        console.log(`${kid} signs from now on.`);
      }),
    );

const revokeCommand = () =>
  new Command("revoke")
    .description("Revoke a key: what it signed counts no more. Another one takes its place at once.")
    .argument("<kid>", "its name, as the list shows it")
    .requiredOption("--because <text>", "why; it is kept with the key")
    .action((kid: string, { because }: { because: string }) =>
      administer(async ({ evidence: { keys } }) => {
        await keys.revoke(kid, because);
        console.log(`${kid} is revoked; ${(await keys.active()).kid} signs.`);
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
