/** Start settings of the worker thread. */
export interface WorkerSettings {
  /** The module to run; `worker-boot.mjs` requires it when run from source. */
  readonly entry: string;
  /** The folder of the Postgres files. */
  readonly folder: string;
  /** Whether to create a database in the folder; otherwise it must exist. */
  readonly create: boolean;
  /** False: commits are not synced to the disk. */
  readonly durable: boolean;
}

/**
 * Messages to the worker thread. Sessions are numbered, because responses may arrive after a session ended.
 */
export type ToWorker =
  | { readonly kind: "attach" | "detach"; readonly session: number }
  | { readonly kind: "batch"; readonly session: number; readonly bytes: Uint8Array }
  | { readonly kind: "close" };

/** Messages from the worker thread. */
export type FromWorker =
  | { readonly kind: "ready" | "closed" }
  | { readonly kind: "attached"; readonly session: number }
  | { readonly kind: "data"; readonly session: number; readonly bytes: Uint8Array }
  /** The last message of a lost backend; its thread ends afterwards. */
  | { readonly kind: "lost"; readonly reason: string };
