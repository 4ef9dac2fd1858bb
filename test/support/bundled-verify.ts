import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Bundles `@assay/sdk/verify` as for a web page: one module that does not need Node.js. */
export async function bundledVerify(): Promise<string> {
  const entry = fileURLToPath(new URL("../../sdk/src/verify.ts", import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["source"],
  });
  return outputFiles[0]?.text ?? "";
}
