import { expect, test } from "vitest";
import { knownVariables } from "../../platform/config-variables.ts";
import { program } from "./program.ts";

test("the help lists every variable of the configuration", () => {
  let help = "";
  program()
    .configureOutput({ writeOut: (text) => (help += text) })
    .outputHelp();
  expect(knownVariables.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(help))).toEqual([]);
});

const kid = `-V${"a".repeat(41)}`;

test.each([
  ["signing-keys", "activate", kid],
  ["signing-keys", "activate", kid, "--json"],
  ["signing-keys", "activate", "--json", kid],
  ["signing-keys", "activate", "--", kid],
  ["signing-keys", "revoke", kid, "--because", "Lost."],
  ["signing-keys", "revoke", "--because", "Lost.", kid],
  ["signing-keys", "revoke", "--because=Lost.", kid],
  // A reason can have the form of an id.
  ["signing-keys", "revoke", "--because", `-${"b".repeat(42)}`, kid],
])("an id of a signing key can start with a hyphen: %s %s %s %s %s", async (...given) => {
  const whole = program();
  const received: unknown[] = [];
  const keys = whole.commands.find((command) => command.name() === "signing-keys");
  for (const command of keys?.commands ?? [])
    command.action((...values: unknown[]) => void received.push(values[0], command.opts()["because"]));
  await whole.parseAsync(given, { from: "user" });
  const because = given.find((_argument, index) => given[index - 1] === "--because");
  expect(received).toEqual([kid, because ?? (given.includes("--because=Lost.") ? "Lost." : undefined)]);
});
