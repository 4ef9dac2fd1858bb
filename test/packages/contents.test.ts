import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installedAt, manifestOf, packageNames } from "./consumer.ts";

const folderOf = (name: string): string => installedAt(`@assay/${name}`);

/** Every file that a manifest's `exports` name. */
function exportedFiles(conditions: unknown): string[] {
  if (typeof conditions === "string") return [conditions];
  return typeof conditions === "object" && conditions !== null
    ? Object.values(conditions).flatMap(exportedFiles)
    : [];
}

describe.each(packageNames)("the package of %s", (name) => {
  test("brings its documents", () => {
    for (const file of ["README.md", "LICENSE", "CHANGELOG.md"])
      expect(readFileSync(join(folderOf(name), file), "utf8").length).toBeGreaterThan(100);
  });

  test("says what it needs, and is published with its provenance", () => {
    const manifest = manifestOf(folderOf(name));
    expect(manifest).toMatchObject({
      license: "MIT",
      engines: { node: ">=20.19" },
      publishConfig: { access: "public", provenance: true },
    });
    // `workspace:` and ranges of the repository mean nothing elsewhere; every version is exact.
    for (const range of Object.values(manifest.dependencies ?? {})) expect(range).toMatch(/^\d+\.\d+\.\d+/);
    expect(manifest.devDependencies).toBeUndefined();
  });

  test("holds every file that its exports name, and no source", () => {
    const { exports } = manifestOf(folderOf(name));
    const files = exportedFiles(exports);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files.filter((path) => !path.includes("*")))
      expect(existsSync(join(folderOf(name), file)), file).toBe(true);
    expect(JSON.stringify(exports)).not.toContain("source");
    const held = readdirSync(folderOf(name), { recursive: true }).map(String);
    expect(held.filter((file) => /(^|\/)src\/|\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });
});

test("the SDK depends on nothing", () => {
  expect(manifestOf(folderOf("sdk")).dependencies).toBeUndefined();
});
