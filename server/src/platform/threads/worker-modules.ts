const fromSource = import.meta.url.endsWith(".ts");

/** Start options of a worker thread. */
export interface WorkerModules {
  /** The first module of the thread. */
  start: URL;
  /** The module that does the work. */
  entry: URL;
  execArgv: string[];
}

/**
 * Start options of a worker thread. Built modules are `<name>.mjs` beside this module's bundle. From source,
 * the first module is a plain script that lets Node.js 20 load TypeScript in a thread and resolves the
 * workspace packages to their sources. Other command-line options of the parent are dropped, because loaders
 * do not work in threads.
 *
 * @param source the module in the sources.
 * @param name its name in the build.
 */
export function workerModules(source: URL, name: string): WorkerModules {
  if (fromSource) {
    const start = new URL("./worker-boot.mjs", import.meta.url);
    return { start, entry: source, execArgv: ["--conditions=source"] };
  }
  const entry = new URL(`./${name}.mjs`, import.meta.url);
  return { start: entry, entry, execArgv: [] };
}
