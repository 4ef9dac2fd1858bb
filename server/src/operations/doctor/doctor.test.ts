import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../../platform/config.ts";
import { checksFor, examine } from "./doctor.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-doctor-"));
afterAll(() => rmSync(folder, { recursive: true }));

const configOf = (apis: string) => readConfig({ ASSAY_DATA_DIR: folder, ASSAY_ENABLE: apis });
const namesFor = (apis: string): string[] => checksFor(configOf(apis)).map(([name]) => name);
/** The folder contains no database, so only the checks without a database run. */
const namesWithout = async (apis: string): Promise<string[]> =>
  (await examine(configOf(apis))).map(({ check }) => check);

test("only what the enabled APIs use is checked", async () => {
  const both = namesFor("evaluation,control");
  expect(both).toEqual(expect.arrayContaining(["database", "keys", "queue", "outbound", "tools", "logs"]));
  expect(namesFor("control")).toEqual(both);
  expect(namesFor("evaluation")).toEqual(both.filter((name) => name !== "tools" && name !== "logs"));
  expect(await namesWithout("control")).toContain("evidence");
  expect(await namesWithout("evaluation")).not.toContain("evidence");
});
