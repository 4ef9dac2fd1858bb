const examples = [
  "main-job",
  "run-and-compare",
  "release-gate",
  "threshold-gate",
  "custom-evaluator",
  "guarded-agent",
  "human-review",
  "evidence-audit",
  "sealed-decision",
  "webhook-receiver",
];

export default {
  cwd: import.meta.dirname,
  entry: examples.map((name) => `src/${name}.ts`),
  format: "esm",
  platform: "node",
  target: "node20",
  dts: false,
  // The examples use the built packages through their exports, as other programs do.
  deps: { neverBundle: [/^@assay\//, "pg"] },
};
