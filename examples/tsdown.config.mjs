export default {
  cwd: import.meta.dirname,
  entry: ["main-job", "run-and-compare", "release-gate", "custom-evaluator", "webhook-receiver"].map(
    (name) => `src/${name}.ts`,
  ),
  format: "esm",
  platform: "node",
  target: "node20",
  dts: false,
  // Examples use the packages as anyone would: built, through their exports.
  deps: { neverBundle: [/^@assay\//] },
};
