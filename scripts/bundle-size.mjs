// Measures the size of the SDK in a program's bundle.
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** A program that makes one call. */
const callingProgram = `import { Assay } from "./sdk/src/index.ts";
console.log(await new Assay().projects.list());`;

/** Maximum size of the client in a program that makes one call (bytes after gzip). */
const maxClientBytes = 6 * 1024;
/** Maximum size of a standalone resource, including its part of the client (bytes after gzip). */
const maxResourceBytes = 2.5 * 1024;
/** Maximum size of the plots and reports of `@assay/sdk/report` (bytes after gzip). */
const maxReportBytes = 24 * 1024;

/** The folder that contains one module per SDK resource. */
export const resourceFolder = "sdk/src/generated/resources";

/** Returns the modules in this folder, as sorted paths relative to it. */
export const resourceModules = (root) =>
  readdirSync(join(root, resourceFolder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .sort();

/** Returns the sizes of a module that is bundled with all its exports; see {@link bundleSize}. */
const moduleSize = (root, path) => bundleSize(root, { entryPoints: { entry: join(root, path) } });

/**
 * Returns the sizes of a program's initially loaded files and of its lazily loaded files (bytes after gzip).
 */
async function bundleSize(root, entry) {
  const { outputFiles, metafile } = await build({
    ...entry,
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: "out",
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    external: ["node:*"],
    conditions: ["source"],
  });
  const bytesOf = new Map(
    outputFiles.map((file) => [relative(root, file.path), gzipSync(file.contents, { level: 9 }).length]),
  );
  const loadedWith = (name) => [
    name,
    ...metafile.outputs[name].imports.flatMap(({ path: imported, kind }) =>
      kind === "import-statement" ? loadedWith(imported) : [],
    ),
  ];
  const initial = new Set(loadedWith("out/entry.js"));
  const sum = (names) => names.reduce((total, name) => total + bytesOf.get(name), 0);
  return {
    bytes: sum([...initial]),
    lazyBytes: sum([...bytesOf.keys()].filter((name) => !initial.has(name))),
  };
}

/** Fails if the client, a standalone resource or the report is larger than its limit. */
export async function bundle(root) {
  const client = await bundleSize(root, {
    stdin: { contents: callingProgram, resolveDir: root, sourcefile: "entry.ts", loader: "ts" },
    entryNames: "entry",
  });
  const whole = await moduleSize(root, "sdk/src/index.ts");
  const report = await moduleSize(root, "sdk/src/report/index.ts");
  const standalone = [];
  for (const path of resourceModules(root)) {
    const { bytes } = await moduleSize(root, `${resourceFolder}/${path}`);
    standalone.push({ name: path.slice(0, -".ts".length), bytes });
  }
  standalone.sort((one, other) => other.bytes - one.bytes);
  const tooLarge = standalone.filter(({ bytes }) => bytes > maxResourceBytes);
  const [largest] = standalone;
  return {
    ok: client.bytes <= maxClientBytes && report.bytes <= maxReportBytes && tooLarge.length === 0,
    output: [
      ...tooLarge.map(({ name, bytes }) => `@assay/sdk/${name}: ${bytes} bytes of ${maxResourceBytes}`),
      `SDK client with one call: ${client.bytes} bytes gzip of ${maxClientBytes} (${whole.bytes} with all exports), and ${client.lazyBytes} loaded lazily; largest of ${standalone.length} standalone resources: ${largest.name} with ${largest.bytes} of ${maxResourceBytes}; reports: ${report.bytes} of ${maxReportBytes}`,
    ].join("\n"),
  };
}
