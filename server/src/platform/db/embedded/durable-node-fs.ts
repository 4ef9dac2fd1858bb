// PGlite's own types speak of emscripten's.
/// <reference types="emscripten" />
import { fsyncSync } from "node:fs";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type Init = NodeFS["init"];

interface OpenFile {
  readonly nfd?: number;
}

/** Members of emscripten's NODEFS that PGlite's types lack. */
interface NodeFileSystem {
  readonly stream_ops: { fsync?: (file: OpenFile) => number };
  tryFSOperation(operation: () => void): void;
}

/**
 * PGlite's file system on a real folder, plus the missing fsync. Without fsync, Postgres treats its log as
 * durable while it is only in kernel memory, and a power failure loses commits
 * (https://github.com/electric-sql/pglite/issues/1107). The call is internal to the pinned version. On open,
 * the backend counts it around a test write, and refuses to serve if the count is zero.
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
    // The pinned build has NODEFS on its module: NodeFS.init itself mounts it from there.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const { NODEFS: files } = module as { NODEFS: NodeFileSystem };
    files.stream_ops.fsync = ({ nfd }) => {
      if (nfd === undefined) return 0;
      this.#fsyncCount += 1;
      // tryFSOperation converts Node's error to an errno, so that Postgres panics instead of continuing.
      files.tryFSOperation(() => fsyncSync(nfd));
      return 0;
    };
  }
}
