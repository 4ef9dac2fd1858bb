const shared = {
  cwd: import.meta.dirname,
  target: "es2022",
  // A neutral platform looks at no main field by itself, and what has no exports would stay outside.
  inputOptions: {
    resolve: { conditionNames: ["source", "import", "default"], mainFields: ["module", "main"] },
  },
};

export default [
  {
    ...shared,
    entry: { index: "src/index.ts", msw: "src/msw/index.ts", verify: "src/verify.ts" },
    format: ["esm", "cjs"],
    platform: "neutral",
    dts: { oxc: true },
    outExtensions: ({ format }) =>
      format === "cjs" ? { js: ".cjs", dts: ".d.cts" } : { js: ".mjs", dts: ".d.mts" },
    deps: { neverBundle: [/^msw/, /^node:/] },
  },
  { ...shared, entry: { cli: "src/cli/main.ts" }, format: "esm", platform: "node", dts: false },
];
