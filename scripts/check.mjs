// Everything about the code that is not a test: each step says what it found; ends with `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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

/** Where each resource of the SDK is by itself. */
const resourceFolder = "sdk/src/generated/resources";
const resources = readdirSync(join(root, resourceFolder), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .sort((one, other) => (one < other ? -1 : 1));

const generated = [
  "contract/openapi/evaluation.json",
  "contract/openapi/control-plane.json",
  "sdk/src/generated/types.ts",
  "sdk/src/generated/operations.ts",
  "sdk/src/generated/resources.ts",
  ...resources.map((path) => `${resourceFolder}/${path}`),
];
const contents = () => generated.map((path) => readFileSync(join(root, path), "utf8"));

/** Fewest modules that the arrow check must have read: with fewer it has looked at nothing. */
const fewestModules = 1000;
/** Largest client, in bytes of gzip. */
const bundleBudget = 6 * 1024;
/** Largest resource by itself, the part of the client that it needs included. */
const resourceBudget = 2.5 * 1024;

/** What a program loads of a module at once and later, in bytes of gzip. */
async function bundled(path) {
  const { outputFiles, metafile } = await build({
    entryPoints: { entry: join(root, path) },
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
  const first = (name) => [
    name,
    ...metafile.outputs[name].imports.flatMap(({ path: imported, kind }) =>
      kind === "import-statement" ? first(imported) : [],
    ),
  ];
  const atOnce = new Set(first("out/entry.js"));
  const sum = (names) => names.reduce((total, name) => total + sizes.get(name), 0);
  return {
    bytes: sum([...atOnce]),
    later: sum([...sizes.keys()].filter((name) => !atOnce.has(name))),
  };
}

const steps = {
  generated() {
    const before = contents();
    const run = command("tsx", "--conditions=source", "contract/src/generate/generate.ts");
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
    const packed = spawnSync(process.execPath, [join(root, "scripts/pack.mjs")], {
      cwd: root,
      encoding: "utf8",
    });
    if (packed.status !== 0) return { ok: false, output: `${packed.stdout}${packed.stderr}` };
    const runs = packed.stdout
      .trim()
      .split("\n")
      .flatMap((tarball) => {
        // The SDK is for CommonJS too; the others are ES modules, which Node.js 20.19 lets CommonJS load.
        const profile = /-sdk-/.test(tarball) ? "node16" : "esm-only";
        const types = ["--profile", profile, "--exclude-entrypoints", "openapi/*.json"];
        return [command("publint", "--strict", tarball), command("attw", tarball, ...types)];
      });
    return { ok: runs.every(({ ok }) => ok), output: runs.map(({ output }) => output).join("\n") };
  },
  async bundle() {
    const whole = await bundled("sdk/src/index.ts");
    const alone = [];
    for (const path of resources) {
      const { bytes } = await bundled(`${resourceFolder}/${path}`);
      alone.push({ name: path.slice(0, -".ts".length), bytes });
    }
    alone.sort((one, other) => other.bytes - one.bytes);
    const over = alone.filter(({ bytes }) => bytes > resourceBudget);
    const faults = over.map(({ name, bytes }) => `@assay/sdk/${name}: ${bytes} bytes of ${resourceBudget}`);
    const [largest] = alone;
    return {
      ok: whole.bytes <= bundleBudget && over.length === 0,
      output: [
        ...faults,
        `SDK client: ${whole.bytes} bytes gzip of ${bundleBudget}, and ${whole.later} loaded when files are imported or exported, or verifyWebhook is called; largest of ${alone.length} resources by itself: ${largest.name} with ${largest.bytes} of ${resourceBudget}`,
      ].join("\n"),
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
mkdirSync(cache, { recursive: true, encoding: "utf8" });
writeFileSync(join(cache, "check-result.json"), JSON.stringify({ passed, failed }));
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
