import { listBundled } from "../scripts/notices.mjs";

const shared = {
  cwd: import.meta.dirname,
  format: "esm",
  platform: "node",
  target: "node20",
  inputOptions: { resolve: { conditionNames: ["source", "node", "import", "default"] } },
};

export default [
  {
    ...shared,
    // Worker threads start from files with these names beside the bundle.
    entry: {
      main: "src/main.ts",
      index: "src/index.ts",
      "pglite-worker": "src/platform/db/embedded/worker/pglite-worker.ts",
      "export-worker": "src/evaluation/exports/file/export-worker.ts",
      "probe-thread": "src/platform/metrics/probe-thread.ts",
      "task-thread": "src/platform/threads/task-thread.ts",
      "compare-thread": "src/evaluation/comparison/thread/compare-thread.ts",
      "pairs-thread": "src/evaluation/comparison/thread/pairs-thread.ts",
      "drops-thread": "src/evaluation/comparison/thread/drops-thread.ts",
      "text-thread": "src/control/policies/texts/text-thread.ts",
      "simulate-thread": "src/control/policies/simulation/simulate-thread.ts",
      "reliability-thread": "src/review/reviews/thread/reliability-thread.ts",
    },
    dts: false,
    plugins: [listBundled("server")],
  },
  { ...shared, entry: { index: "src/index.ts" }, dts: { oxc: true, emitDtsOnly: true }, clean: false },
];
