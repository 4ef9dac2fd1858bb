const fromSource = import.meta.url.endsWith(".ts");

/** What a worker thread is started with. */
export interface WorkerModules {
  /** The module that the thread begins with. */
  start: URL;
  /** The one that does the work. */
  entry: URL;
  execArgv: string[];
}

/**
 * What a worker thread is started with. Built, both modules are `<name>.mjs` beside this module's bundle. From source the
 * first is a plain script that makes Node.js 20 load TypeScript in a thread, and our packages are taken from their sources.
 * Nothing else of the parent's command line is passed on: loaders on it do not work in a thread.
 *
 * @param source the module as it is in the sources.
 * @param name what the build calls it.
 */
export function workerModules(source: URL, name: string): WorkerModules {
  if (fromSource) {
    const start = new URL("./worker-boot.mjs", import.meta.url);
    return { start, entry: source, execArgv: ["--conditions=source"] };
  }
  const entry = new URL(`./${name}.mjs`, import.meta.url);
  return { start: entry, entry, execArgv: [] };
}
