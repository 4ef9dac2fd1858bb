import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installedAt } from "./harness/consumer.ts";
import { manifestOf, packageNames, root } from "./harness/install-packages.ts";

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
    // What npm asks for besides, to sign with the provenance: see docs/project/decisions/0022-published-packages.md.
    const { name: full, version, private: hidden, repository } = manifest;
    expect([full, hidden]).toEqual([`@assay/${name}`, undefined]);
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    const whole: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(repository).toEqual(Reflect.get(Object(whole), "repository"));
    expect(manifest.files).toEqual(expect.arrayContaining(["dist", "CHANGELOG.md"]));
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
    expect(JSON.stringify(exports)).not.toContain('"source"');
    const held = readdirSync(folderOf(name), { recursive: true }).map(String);
    expect(held.filter((file) => /(^|\/)src\/|\.test\.|(?<!\.d)\.ts$/.test(file))).toEqual([]);
  });
});

/** Packages whose code the bundler took into a package's files: it names each module that it takes. */
const carriedBy = (name: string): Set<string> => {
  const files = readdirSync(folderOf(name), { recursive: true }).map(String);
  const texts = files
    .filter((file) => /\.[cm]?js$/.test(file))
    .map((file) => readFileSync(join(folderOf(name), file), "utf8"));
  const regions = texts.flatMap((text) => text.match(/^\/\/#region .*node_modules\/.*$/gm) ?? []);
  return new Set(regions.map((line) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(line)?.[1] ?? line));
};

test.each(packageNames)("the package of %s passes on the licenses of what it carries", (name) => {
  const carried = carriedBy(name);
  const path = join(folderOf(name), "THIRD-PARTY-NOTICES.txt");
  expect(existsSync(path)).toBe(carried.size > 0);
  const notices = carried.size > 0 ? readFileSync(path, "utf8") : "";
  for (const one of carried)
    expect(notices).toMatch(new RegExp(`^${one.replaceAll(/[/.]/g, "\\$&")} \\d[^\n]*\\n\\n[^]{200}`, "m"));
  // The page at /docs is copied, not bundled; of papaparse the bundler inlines the code without naming the module.
  if (name === "server")
    for (const one of ["@scalar/fastify-api-reference ", "papaparse "]) expect(notices).toContain(one);
});

test("the command and the mock carry code of others, so that the test above reads something", () => {
  expect([...carriedBy("sdk")]).toEqual(expect.arrayContaining(["commander", "zod"]));
});

test("the SDK depends on nothing", () => {
  expect(manifestOf(folderOf("sdk")).dependencies).toBeUndefined();
});
