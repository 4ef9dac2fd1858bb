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
