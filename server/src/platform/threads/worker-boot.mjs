// Starts a worker thread from TypeScript sources, which Node.js 20 does not load in threads.
import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
await import(workerData.entry);
