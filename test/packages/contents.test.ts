import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installedAt } from "./harness/consumer.ts";
import { manifestOf, packageNames, root } from "./harness/install-packages.ts";

const folderOf = (name: string): string => installedAt(`@assay/${name}`);

/** Returns every file that a manifest's `exports` name. */
function exportedFiles(conditions: unknown): string[] {
  if (typeof conditions === "string") return [conditions];
  return typeof conditions === "object" && conditions !== null
    ? Object.values(conditions).flatMap(exportedFiles)
    : [];
}

describe.each(packageNames)("the package of %s", (name) => {
  test("contains its documents", () => {
    for (const file of ["README.md", "LICENSE", "CHANGELOG.md"])
      expect(readFileSync(join(folderOf(name), file), "utf8").length).toBeGreaterThan(100);
  });

  test("declares its requirements and is published with provenance", () => {
    const manifest = manifestOf(folderOf(name));
    expect(manifest).toMatchObject({
      license: "MIT",
      engines: { node: ">=20.19" },
      publishConfig: { access: "public", provenance: true },
    });
    // npm requires further members for provenance signatures: see
    // docs/project/decisions/0022-published-packages.md.
    const { name: full, version, private: hidden, repository } = manifest;
    expect([full, hidden]).toEqual([`@assay/${name}`, undefined]);
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    const whole: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(repository).toEqual(Reflect.get(Object(whole), "repository"));
    expect(manifest.files).toEqual(expect.arrayContaining(["dist", "CHANGELOG.md"]));
    // Every version must be exact, because ranges and `workspace:` work only inside the repository.
    for (const range of Object.values(manifest.dependencies ?? {})) expect(range).toMatch(/^\d+\.\d+\.\d+/);
    expect(manifest.devDependencies).toBeUndefined();
  });

  test("contains every file that its exports name, and no source", () => {
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

/**
 * Returns the packages whose code is bundled into a package's files; the bundler names each bundled module.
 */
const carriedBy = (name: string): Set<string> => {
  const files = readdirSync(folderOf(name), { recursive: true }).map(String);
  const texts = files
    .filter((file) => /\.[cm]?js$/.test(file))
    .map((file) => readFileSync(join(folderOf(name), file), "utf8"));
  const regions = texts.flatMap((text) => text.match(/^\/\/#region .*node_modules\/.*$/gm) ?? []);
  return new Set(regions.map((line) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(line)?.[1] ?? line));
};

test.each(packageNames)("the package of %s includes the licenses of its bundled code", (name) => {
  const carried = carriedBy(name);
  const path = join(folderOf(name), "THIRD-PARTY-NOTICES.txt");
  expect(existsSync(path)).toBe(carried.size > 0);
  const notices = carried.size > 0 ? readFileSync(path, "utf8") : "";
  for (const one of carried)
    expect(notices).toMatch(new RegExp(`^${one.replaceAll(/[/.]/g, "\\$&")} \\d[^\n]*\\n\\n[^]{200}`, "m"));
  // Two packages are not among the bundled modules: the page at /docs is copied, and the bundler inlines
  // papaparse without naming its module.
  if (name === "server")
    for (const one of ["@scalar/fastify-api-reference ", "papaparse "]) expect(notices).toContain(one);
});

test("the command and the mock bundle third-party code, so that the previous test reads something", () => {
  expect([...carriedBy("sdk")]).toEqual(expect.arrayContaining(["commander", "zod"]));
});

test("the SDK has no dependencies", () => {
  expect(manifestOf(folderOf("sdk")).dependencies).toBeUndefined();
});
