export default {
  cwd: import.meta.dirname,
  // The embedded database's worker thread is started from a file of this name beside the bundle.
  entry: { main: "src/main.ts", index: "src/index.ts", "pglite-worker": "src/db/embedded/pglite-worker.ts" },
  format: "esm",
  platform: "node",
  target: "node20",
  dts: false,
  inputOptions: { resolve: { conditionNames: ["source", "node", "import", "default"] } },
};
