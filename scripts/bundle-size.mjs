// How many bytes a program loads of the SDK.
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** Maximum size of the client (bytes of gzip). */
const maxClientBytes = 6 * 1024;
/** Maximum size of a resource by itself, including the part of the client that it needs (bytes of gzip). */
const maxResourceBytes = 2.5 * 1024;

/** The folder with one module per resource of the SDK. */
export const resourceFolder = "sdk/src/generated/resources";

/** The modules of that folder, as sorted paths relative to it. */
export const resourceModules = (root) =>
  readdirSync(join(root, resourceFolder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .sort();

/** What a program loads of a module at once, and later (bytes of gzip). */
async function bundleSize(root, path) {
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
  const bytesOf = new Map(
    outputFiles.map((file) => [relative(root, file.path), gzipSync(file.contents, { level: 9 }).length]),
  );
  const loadedWith = (name) => [
    name,
    ...metafile.outputs[name].imports.flatMap(({ path: imported, kind }) =>
      kind === "import-statement" ? loadedWith(imported) : [],
    ),
  ];
  const atOnce = new Set(loadedWith("out/entry.js"));
  const sum = (names) => names.reduce((total, name) => total + bytesOf.get(name), 0);
  return {
    bytes: sum([...atOnce]),
    later: sum([...bytesOf.keys()].filter((name) => !atOnce.has(name))),
  };
}

/** Fails when the client or a resource of the SDK is larger than its limit. */
export async function bundle(root) {
  const client = await bundleSize(root, "sdk/src/index.ts");
  const alone = [];
  for (const path of resourceModules(root)) {
    const { bytes } = await bundleSize(root, `${resourceFolder}/${path}`);
    alone.push({ name: path.slice(0, -".ts".length), bytes });
  }
  alone.sort((one, other) => other.bytes - one.bytes);
  const tooLarge = alone.filter(({ bytes }) => bytes > maxResourceBytes);
  const [largest] = alone;
  return {
    ok: client.bytes <= maxClientBytes && tooLarge.length === 0,
    output: [
      ...tooLarge.map(({ name, bytes }) => `@assay/sdk/${name}: ${bytes} bytes of ${maxResourceBytes}`),
      `SDK client: ${client.bytes} bytes gzip of ${maxClientBytes}, and ${client.later} loaded when files are imported or exported, or verifyWebhook is called; largest of ${alone.length} resources by itself: ${largest.name} with ${largest.bytes} of ${maxResourceBytes}`,
    ].join("\n"),
  };
}
