// A worker thread of Node.js 20 loads no TypeScript, whatever its parent can load: this starts one from source.
import { workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
await import(workerData.entry);
