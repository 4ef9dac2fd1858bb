import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const packages: Record<string, string> = {
  "@assay/contract/domain": "contract/src/domain/index.ts",
  "@assay/contract/wire": "contract/src/wire/index.ts",
  "@assay/contract/wire/evidence-verify": "contract/src/wire/evidence/evidence-verify.ts",
};

/** Returns the file behind an import from a wing, such as `@assay/contract/evaluation/models/models`. */
const wingFile = (name: string): string | undefined => {
  const [, path] = /^@assay\/contract\/(.+)$/.exec(name) ?? [];
  return path === undefined ? undefined : `contract/src/${path}.ts`;
};

/** Collects the files that a file imports directly or indirectly, and the external modules they import. */
function reach(file: string, files = new Set<string>(), outside = new Set<string>()): typeof outside {
  if (files.has(file)) return outside;
  files.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, name = ""] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)";/gms)) {
    const own = packages[name] ?? wingFile(name);
    if (own !== undefined) reach(join(repository, own), files, outside);
    else if (name.startsWith(".")) reach(join(dirname(file), name), files, outside);
    else outside.add(name);
  }
  return outside;
}

test("the mock runs without Node.js: with the contract, it requires only MSW and four small libraries", () => {
  const outside = reach(fileURLToPath(new URL("index.ts", import.meta.url)));
  expect([...outside].toSorted()).toEqual([
    "@noble/hashes/sha2.js",
    "@ts-rest/core",
    "msw",
    "papaparse",
    "zod",
  ]);
});

test("the verification of evidence runs without Node.js, schemas or the client", () => {
  const outside = reach(fileURLToPath(new URL("../verify.ts", import.meta.url)));
  expect([...outside]).toEqual(["@noble/hashes/sha2.js"]);
});
