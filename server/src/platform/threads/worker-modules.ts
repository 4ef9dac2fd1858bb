const fromSource = import.meta.url.endsWith(".ts");

/** The modules with which a worker thread is started. */
export interface WorkerModules {
  /** The first module that the thread loads. */
  start: URL;
  /** The module that does the work. */
  entry: URL;
  execArgv: string[];
}

/**
 * Returns the modules and options for starting a worker thread. In a build, the module is `<name>.mjs` next
 * to the bundle that contains this function. If the server runs from source, the first module is a plain
 * script that enables Node.js 20 to load TypeScript in a thread, and that resolves the workspace packages to
 * their sources. All other command-line options of the parent are dropped, because loaders do not work in
 * threads.
 *
 * @param source URL of the module in the sources.
 * @param name name of the module in the build.
 */
export function workerModules(source: URL, name: string): WorkerModules {
  if (fromSource) {
    const start = new URL("./worker-boot.mjs", import.meta.url);
    return { start, entry: source, execArgv: ["--conditions=source"] };
  }
  const entry = new URL(`./${name}.mjs`, import.meta.url);
  return { start: entry, entry, execArgv: [] };
}
