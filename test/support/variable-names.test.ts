// Checks that a developer's variables for tests and benchmarks do not stop the server, which refuses unknown names.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { knownVariables } from "../../server/src/platform/config-variables.ts";
import { unknownVariables } from "../../server/src/platform/unknown-variables.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const skipped = new Set(["node_modules", "dist"]);

/** Lists the program files below a folder. */
function programsIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : programsIn(path);
    return /\.(?:ts|mjs)$/.test(entry.name) ? [path] : [];
  });
}

test("each variable that a program of this repository reads is known to the server or ignored by it", () => {
  const names = ["contract", "examples", "scripts", "sdk", "server", "test"]
    .flatMap(programsIn)
    .flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/process\.env(?:\["|\.)(ASSAY_\w+)/g)].map(
        ([, name = ""]) => name,
      ),
    );
  expect(new Set(names)).toContain("ASSAY_TEST_SEED");
  expect(unknownVariables(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([]);
  expect(knownVariables.filter((name) => name.startsWith("ASSAY_TEST_"))).toEqual([]);
});
