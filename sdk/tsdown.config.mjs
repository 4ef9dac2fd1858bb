import { readdirSync } from "node:fs";
import { join } from "node:path";
import { listBundled } from "../scripts/notices.mjs";

/** Standalone resources: `@assay/sdk/evaluations`, `@assay/sdk/reviews/tasks`. */
const resources = Object.fromEntries(
  readdirSync(join(import.meta.dirname, "src/generated/resources"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => [`resources/${path.slice(0, -3)}`, `src/generated/resources/${path}`]),
);

/**
 * Removes the copy of Zod 3 in ts-rest, and the deprecated schemas built with it: about 50 kB of a minified
 * bundle. Nothing here uses them, but the bundler keeps them, because it cannot see that their statements have
 * no side effects. Fails if another version of ts-rest has another form.
 */
const withoutUnusedZod = {
  name: "without-unused-zod",
  transform: {
    filter: { id: /@ts-rest[\\/]core[\\/]index\.esm\.mjs$/ },
    handler(code) {
      const copy = /^[^]*?\nvar z = [^]*?\n\}\);\n/;
      const schemas = /^const \w+Schema\w* = (?=z\.object\()/gm;
      if (!copy.test(code) || code.match(schemas)?.length !== 4) {
        throw new Error("This version of ts-rest has no copy of Zod 3 where this plugin expects it.");
      }
      return code
        .replace(copy, (text) => `const z = /* @__PURE__ */ (() => {\n${text}return z;\n})();\n`)
        .replace(schemas, "$&() => ");
    },
  },
};

const shared = {
  cwd: import.meta.dirname,
  target: "es2022",
  // A neutral platform reads no main field by default, so packages without exports would not be bundled.
  inputOptions: {
    resolve: { conditionNames: ["source", "import", "default"], mainFields: ["module", "main"] },
  },
};

export default [
  {
    ...shared,
    entry: {
      index: "src/index.ts",
      errors: "src/error-classes.ts",
      msw: "src/msw/index.ts",
      report: "src/report/index.ts",
      verify: "src/verify.ts",
      ...resources,
    },
    format: ["esm", "cjs"],
    platform: "neutral",
    dts: { oxc: true },
    outExtensions: ({ format }) =>
      format === "cjs" ? { js: ".cjs", dts: ".d.cts" } : { js: ".mjs", dts: ".d.mts" },
    deps: { neverBundle: [/^msw/, /^node:/] },
    plugins: [listBundled("sdk"), withoutUnusedZod],
  },
  {
    ...shared,
    entry: { cli: "src/cli/main.ts" },
    format: "esm",
    platform: "node",
    dts: false,
    plugins: [listBundled("sdk-cli"), withoutUnusedZod],
  },
];
