/** What the worker thread is started with. */
export interface WorkerSettings {
  /** The module to run: `worker-boot.mjs` needs it when it runs from source. */
  readonly entry: string;
  /** The folder of Postgres' files. */
  readonly folder: string;
  /** Whether a new database is made in the folder; it must be there otherwise. */
  readonly create: boolean;
  /** False: commits are not forced to the disk. */
  readonly durable: boolean;
}

/** From the server's thread to the backend's. Sessions are numbered, as answers may cross the end of one. */
export type ToWorker =
  | { readonly kind: "attach" | "detach"; readonly session: number }
  | { readonly kind: "batch"; readonly session: number; readonly bytes: Uint8Array }
  | { readonly kind: "close" };

/** From the backend's thread to the server's. */
export type FromWorker =
  | { readonly kind: "ready" | "closed" }
  | { readonly kind: "attached"; readonly session: number }
  | { readonly kind: "data"; readonly session: number; readonly bytes: Uint8Array }
  /** The last thing a lost backend says; its thread ends then. */
  | { readonly kind: "lost"; readonly reason: string };
