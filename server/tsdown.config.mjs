export default {
  cwd: import.meta.dirname,
  // Worker threads are started from files of these names beside the bundle.
  entry: {
    main: "src/main.ts",
    index: "src/index.ts",
    "pglite-worker": "src/db/embedded/pglite-worker.ts",
    "export-worker": "src/exports/export-worker.ts",
  },
  format: "esm",
  platform: "node",
  target: "node20",
  dts: false,
  inputOptions: { resolve: { conditionNames: ["source", "node", "import", "default"] } },
};
