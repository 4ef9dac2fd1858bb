// PGlite's own types refer to the types of emscripten.
/// <reference types="emscripten" />
import { fsyncSync } from "node:fs";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type Init = NodeFS["init"];

interface OpenFile {
  readonly nfd?: number;
}

/** The members of emscripten's NODEFS that are missing in PGlite's types. */
interface NodeFileSystem {
  readonly stream_ops: { fsync?: (file: OpenFile) => number };
  tryFSOperation(operation: () => void): void;
}

/**
 * PGlite's file system on a real folder, with an implementation of fsync, which PGlite lacks. Without fsync,
 * Postgres treats its log as durable while the log is only in kernel memory, so a power failure loses commits
 * (https://github.com/electric-sql/pglite/issues/1107). The override depends on internals of the pinned
 * version of PGlite. When a database is opened, the backend therefore counts the fsync calls of a test write,
 * and refuses to start if there are none.
 */
export class DurableNodeFS extends NodeFS {
  #fsyncCount = 0;

  /** Number of files and folders that Postgres has synced to the disk. */
  get fsyncCount(): number {
    return this.#fsyncCount;
  }

  override async init(...args: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(...args);
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: object) => this.#addFsync(module)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  #addFsync(module: object): void {
    // The pinned build exposes NODEFS on its module: NodeFS.init itself mounts the file system from there.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const { NODEFS: files } = module as { NODEFS: NodeFileSystem };
    files.stream_ops.fsync = ({ nfd }) => {
      if (nfd === undefined) return 0;
      this.#fsyncCount += 1;
      // tryFSOperation converts an error of Node.js to an errno, so that Postgres panics instead of
      // continuing.
      files.tryFSOperation(() => fsyncSync(nfd));
      return 0;
    };
  }
}
