// PGlite's own types speak of emscripten's.
/// <reference types="emscripten" />
import { fsyncSync } from "node:fs";
import { NodeFS } from "@electric-sql/pglite/nodefs";

type Init = NodeFS["init"];

interface OpenFile {
  readonly nfd?: number;
}

/** What emscripten's file system of a real folder has beyond PGlite's types. */
interface NodeFileSystem {
  readonly stream_ops: { fsync?: (file: OpenFile) => number };
  tryFSOperation(operation: () => void): void;
}

/**
 * PGlite's file system on a real folder, with the one call that it lacks: without it Postgres believes that its log is
 * on the disk when it is only in the kernel's memory, and a power failure loses what was committed
 * (https://github.com/electric-sql/pglite/issues/1107). The call is an internal of the pinned version; the backend
 * counts it around a test write when it opens, and refuses to serve when nothing was counted.
 */
export class DurableNodeFS extends NodeFS {
  #fsyncCount = 0;

  /** How many times Postgres has forced a file or a folder to the disk so far. */
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
      // tryFSOperation turns Node's error into the errno that Postgres understands: it must panic, not go on.
      files.tryFSOperation(() => fsyncSync(nfd));
      return 0;
    };
  }
}
