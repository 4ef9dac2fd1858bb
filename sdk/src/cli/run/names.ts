import { parse, relative, resolve, sep } from "node:path";

/** Maximum length of a name in the API. */
const maxNameLength = 200;

/** Cuts text at the start to fit the maximum length of a name, because paths differ at the end. */
export function asName(text: string): string {
  if (text.length <= maxNameLength) return text;
  // The cut must not leave half of a surrogate pair.
  return `…${text.slice(1 - maxNameLength).replace(/^[\uDC00-\uDFFF]/, "")}`;
}

/**
 * Returns the dataset name for a folder: the path relative to the working directory if the folder is inside
 * it, otherwise the absolute path. Two folders therefore never share a dataset by accident.
 */
export function datasetName(folder: string, workingDirectory = process.cwd()): string {
  const path = resolve(workingDirectory, folder);
  const inside = path.startsWith(workingDirectory.endsWith(sep) ? workingDirectory : workingDirectory + sep);
  return asName((inside ? relative(workingDirectory, path) : path).replaceAll(sep, "/"));
}

/** Whether a path stands for the standard input. A file of this name is written `./-`. */
export const isStandardInput = (path: string): boolean => path === "-";

/** Returns a path for messages. */
export const shownPath = (path: string): string => (isStandardInput(path) ? "stdin" : path);

/** Returns the name of a file without its extension, which for a compressed file is `.jsonl.gz`, for example. */
export const systemName = (path: string): string =>
  parse(parse(shownPath(path)).base.replace(/\.gz$/i, "")).name;

/** The parts of a path: the folders, and the file name without and with its extensions. */
interface Parts {
  folders: string[];
  stem: string;
  base: string;
}

/**
 * Returns the system labels for tables and messages. A label is the file name without its extension, preceded
 * by as many folders as make it unique. If folders alone cannot make it unique, the label includes the
 * extension.
 */
export function systemLabels(paths: readonly string[]): string[] {
  const files = paths.map((path): Parts => {
    const { dir, base } = parse(resolve(shownPath(path)));
    return { folders: dir.split(sep), stem: systemName(path), base };
  });
  return files.map((file) => {
    const rivals = files.filter((other) => other !== file && other.stem === file.stem);
    return labelAmong(file, rivals);
  });
}

function labelAmong(file: Parts, rivals: readonly Parts[]): string {
  for (const name of ["stem", "base"] as const) {
    for (let depth = 0; depth <= file.folders.length; depth += 1) {
      const tail = (parts: Parts): string => [...lastOf(parts.folders, depth), parts[name]].join("/");
      const label = tail(file);
      if (rivals.every((rival) => tail(rival) !== label)) return label;
    }
  }
  return file.base;
}

const lastOf = (folders: readonly string[], count: number): string[] =>
  folders.slice(Math.max(0, folders.length - count));
