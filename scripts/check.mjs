// Everything about the code that is not a test: each step says what it found; ends with `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { audit, installScripts, licences } from "./dependencies.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const bin = (name) => join(root, "node_modules", ".bin", name);
const only = process.argv.slice(2);

function command(name, ...args) {
  const { status, stdout, stderr, error } = spawnSync(bin(name), args, { cwd: root, encoding: "utf8" });
  if (error) throw error;
  return { ok: status === 0, output: `${stdout}${stderr}` };
}

const generated = [
  "contract/openapi/evaluation.json",
  "contract/openapi/control-plane.json",
  "sdk/src/generated/types.ts",
  "sdk/src/generated/operations.ts",
  "sdk/src/generated/resources.ts",
];
const contents = () => generated.map((path) => readFileSync(join(root, path), "utf8"));

/** Fewest modules that the arrow check must have read: with fewer it has looked at nothing. */
const fewestModules = 100;
/** Largest client, in bytes of gzip. */
const bundleBudget = 6 * 1024;

const steps = {
  generated() {
    const before = contents();
    const run = command("tsx", "--conditions=source", "contract/src/generate.ts");
    const stale = contents().flatMap((text, index) => (text === before[index] ? [] : [generated[index]]));
    return run.ok && stale.length === 0
      ? { ok: true, output: `${generated.length} files up to date` }
      : {
          ok: false,
          output: `${run.output}${stale.map((path) => `${path} was out of date; it is written anew.\n`).join("")}`,
        };
  },
  format: () => command("oxfmt", "--check"),
  lint: () => command("oxlint", "--type-aware", "--deny-warnings"),
  types: () => command("tsc", "-p", "tsconfig.json"),
  arrows() {
    const run = command(
      "depcruise",
      "--config",
      ".dependency-cruiser.mjs",
      "contract/src",
      "sdk/src",
      "server/src",
      "examples/src",
      "test",
    );
    const modules = Number(/(\d+) modules/.exec(run.output)?.[1] ?? 0);
    const read = modules >= fewestModules;
    return {
      ok: run.ok && read,
      output: read ? run.output : `${run.output}\nonly ${modules} modules were read`,
    };
  },
  unused: () => command("knip"),
  contract() {
    const run = command(
      "redocly",
      "lint",
      "contract/openapi/evaluation.json",
      "contract/openapi/control-plane.json",
    );
    const warned = /You have \d+ (warning|error)/.test(run.output);
    return { ok: run.ok && !warned, output: run.output };
  },
  lockfile() {
    const found = readFileSync(join(root, "pnpm-lock.yaml"), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        /https?:\/\/|tarball:/.test(line) ? [`line ${index + 1}: ${line.trim()}`] : [],
      );
    return {
      ok: found.length === 0,
      output: found.length === 0 ? "no address" : found.slice(0, 5).join("\n"),
    };
  },
  audit: () => audit(root),
  licences: () => licences(root),
  scripts: () => installScripts(root),
  package() {
    const built = spawnSync(process.execPath, [join(root, "scripts/build.mjs"), "--if-stale"], {
      cwd: root,
      encoding: "utf8",
    });
    if (built.status !== 0) return { ok: false, output: `${built.stdout}${built.stderr}` };
    const publint = command("publint", "--strict", "--pack", "npm", "sdk");
    const types = command("attw", "--pack", "sdk", "--profile", "node16");
    return { ok: publint.ok && types.ok, output: `${publint.output}\n${types.output}` };
  },
  async bundle() {
    const { outputFiles, metafile } = await build({
      entryPoints: [join(root, "sdk/src/index.ts")],
      bundle: true,
      splitting: true,
      minify: true,
      write: false,
      metafile: true,
      outdir: "out",
      format: "esm",
      platform: "neutral",
      target: "es2022",
      external: ["node:*"],
      conditions: ["source"],
    });
    const sizes = new Map(
      outputFiles.map((file) => [relative(root, file.path), gzipSync(file.contents, { level: 9 }).length]),
    );
    // What a program loads at once; what moves files and what verifies webhooks is loaded when it is first called.
    const first = (name) => [
      name,
      ...metafile.outputs[name].imports.flatMap(({ path, kind }) =>
        kind === "import-statement" ? first(path) : [],
      ),
    ];
    const entry = new Set(first("out/index.js"));
    const bytes = [...entry].reduce((sum, name) => sum + sizes.get(name), 0);
    const later = [...sizes].filter(([name]) => !entry.has(name)).reduce((sum, [, own]) => sum + own, 0);
    return {
      ok: bytes <= bundleBudget,
      output: `SDK client: ${bytes} bytes gzip of ${bundleBudget}, and ${later} loaded when files are imported or exported, or verifyWebhook is called`,
    };
  },
};

/** Steps of which more is worth knowing than that all is well. */
const told = new Set(["audit", "licences", "scripts", "bundle"]);

let passed = 0;
let failed = 0;
for (const [name, step] of Object.entries(steps)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const started = performance.now();
  const { ok, output } = await step();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const summary = output.trim().split("\n").at(-1) ?? "";
  console.log(`${ok ? "ok  " : "FAIL"} ${name} (${seconds} s)${ok && told.has(name) ? `: ${summary}` : ""}`);
  if (!ok) console.log(output.trim().split("\n").slice(0, 200).join("\n"));
  if (ok) passed += 1;
  else failed += 1;
}
const cache = join(root, "node_modules", ".cache");
mkdirSync(cache, { recursive: true });
writeFileSync(join(cache, "check-result.json"), JSON.stringify({ passed, failed }));
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
