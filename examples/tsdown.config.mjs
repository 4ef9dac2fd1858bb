export default {
  cwd: import.meta.dirname,
  entry: { "main-job": "src/main-job.ts" },
  format: "esm",
  platform: "node",
  target: "node20",
  dts: false,
  // Examples use the packages as anyone would: built, through their exports.
  deps: { neverBundle: [/^@assay\//] },
};
