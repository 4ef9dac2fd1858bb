import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../../platform/config.ts";
import { poolWarning, standbyWarning } from "./database-checks.ts";
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

test("the connections of all processes are compared with those that the server accepts", () => {
  const server = { max: "100", reserved: "3" };
  const pools = { poolMax: 20, priorityPoolMax: 4 };
  expect(poolWarning({ ...server, processes: "3" }, pools)).toBeUndefined();
  expect(poolWarning({ ...server, processes: "4" }, pools)).toContain(
    "they can open 100 connections; the server accepts 97.",
  );
});

test("warns about standbys that commits do not wait for", () => {
  expect(standbyWarning({ standbys: "1", synchronous: "" })).toContain("do not wait");
  expect(standbyWarning({ standbys: "1", synchronous: "*" })).toBeUndefined();
  expect(standbyWarning({ standbys: "0", synchronous: "" })).toBeUndefined();
});
