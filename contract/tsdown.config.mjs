import { readFileSync } from "node:fs";
import { listBundled } from "../scripts/notices.mjs";

const { dependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
const entries = {
  index: "published",
  "domain/index": "domain/index",
  "wire/index": "wire/index",
  "wire/webhook-signature": "wire/http/webhook-signature",
  "wire/json-text": "wire/json/json-text",
  "wire/json-patch": "wire/json/json-patch",
  "wire/evidence-verify": "wire/evidence/evidence-verify",
  "export-files/index": "export-files/index",
  documents: "openapi/documents",
};
const entryIn = (folder, extension) =>
  Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, `${folder}/${file}${extension}`]));
const shared = {
  cwd: import.meta.dirname,
  format: "esm",
  platform: "neutral",
  target: "es2022",
  deps: { neverBundle: Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`)) },
};

/**
 * The folder for the declarations that the compiler writes for each file. `scripts/pack.mjs` runs the
 * compiler.
 */
const declarations = "../node_modules/.cache/contract-declarations";

export default [
  { ...shared, entry: entryIn("src", ".ts"), dts: false, plugins: [listBundled("contract")] },
  {
    ...shared,
    entry: entryIn(declarations, ".d.ts"),
    dts: { dtsInput: true, emitDtsOnly: true },
    clean: false,
  },
];
