// Packs the packages as they are published into node_modules/.cache/packages, and prints the paths of the
// tarballs. `npm publish <tarball>` publishes a package; CI signs its provenance (publishConfig).
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { noticesFile, noticesOf } from "./notices.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const cache = join(root, "node_modules", ".cache");
const target = join(cache, "packages");
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

function run(command, args, cwd = root) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${args.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}

/**
 * Builds the contract, which the repository itself uses as source. The compiler reports errors, because the
 * inferred types of routes are too long for declarations (TS7056). No published file uses these types, as the
 * package tests check.
 */
function buildContract() {
  rmSync(join(root, "contract", "dist"), { recursive: true, force: true });
  const compiler = join(root, "node_modules", ".bin", "tsc");
  spawnSync(compiler, ["-p", "contract/tsconfig.declarations.json"], { cwd: root });
  // Compilers before version 5.7 do not support type parameters for byte arrays.
  const declarations = join(cache, "contract-declarations");
  for (const file of readdirSync(declarations, { recursive: true })) {
    if (!file.endsWith(".d.ts")) continue;
    const text = readFileSync(join(declarations, file), "utf8");
    writeFileSync(join(declarations, file), text.replaceAll(/Uint8Array<ArrayBuffer(Like)?>/g, "Uint8Array"));
  }
  const tsdown = join(root, "node_modules", "tsdown", "dist", "run.mjs");
  run(process.execPath, [tsdown, "-c", "contract/tsdown.config.mjs", "--log-level", "error"]);
}

/** Removes the parts of a manifest that apply only to the repository: the sources and their dependencies. */
function published({ devDependencies: _development, ...manifest }) {
  const { repository } = readJson(join(root, "package.json"));
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).flatMap(([path, conditions]) => {
      if (typeof conditions === "string") return [[path, conditions]];
      const { source: _source, ...rest } = conditions;
      // If a subpath has only sources, it exists only for imports inside the repository.
      return Object.keys(rest).length === 0 ? [] : [[path, rest]];
    }),
  );
  return {
    ...manifest,
    files: [...manifest.files, "CHANGELOG.md"],
    ...(repository && { repository }),
    exports,
  };
}

function pack(name) {
  const folder = join(root, name);
  const stage = join(target, name);
  const manifest = published(readJson(join(folder, "package.json")));
  mkdirSync(stage, { recursive: true });
  for (const file of ["README.md", ...manifest.files].filter((one) => one !== "CHANGELOG.md"))
    cpSync(join(folder, file), join(stage, file), { recursive: true });
  for (const file of ["LICENSE", "CHANGELOG.md"]) cpSync(join(root, file), join(stage, file));
  const notices = noticesOf(name);
  if (notices) {
    writeFileSync(join(stage, noticesFile), notices);
    manifest.files.push(noticesFile);
  }
  writeFileSync(join(stage, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const [packed] = JSON.parse(
    run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", target], stage),
  );
  return join(target, packed.filename);
}

rmSync(target, { recursive: true, force: true });
run(process.execPath, [join(root, "scripts", "build.mjs"), "--if-stale"]);
buildContract();
for (const name of ["contract", "sdk", "server"]) console.log(pack(name));
