/** The settings with which the worker thread is started. */
export interface WorkerSettings {
  /** The module to run. `worker-boot.mjs` needs it if the server runs from source. */
  readonly entry: string;
  /** The folder that contains the Postgres files. */
  readonly folder: string;
  /** Whether to create a database in the folder; if false, a database must already exist there. */
  readonly create: boolean;
  /** Whether commits are synced to the disk. */
  readonly durable: boolean;
}

/**
 * Messages to the worker thread. Sessions are numbered, because responses may arrive after a session has
 * ended.
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
  /** The last message from a backend that is lost; its thread ends after sending it. */
  | { readonly kind: "lost"; readonly reason: string };
