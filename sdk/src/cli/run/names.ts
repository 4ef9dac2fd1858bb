import { parse, relative, resolve, sep } from "node:path";

/** Maximum length of a name in the API. */
const maxNameLength = 200;

/** The text as a name of at most 200 characters; longer text is cut at the start, because the ends of paths differ. */
export function asName(text: string): string {
  if (text.length <= maxNameLength) return text;
  // Do not leave half of a surrogate pair at the cut.
  return `…${text.slice(1 - maxNameLength).replace(/^[\uDC00-\uDFFF]/, "")}`;
}

/**
 * The name of the dataset of a folder: its path relative to the working directory if it is inside, else its absolute
 * path, so that two folders never share a dataset by accident.
 */
export function datasetName(folder: string, workingDirectory = process.cwd()): string {
  const path = resolve(workingDirectory, folder);
  const inside = path.startsWith(workingDirectory.endsWith(sep) ? workingDirectory : workingDirectory + sep);
  return asName((inside ? relative(workingDirectory, path) : path).replaceAll(sep, "/"));
}

/** The parts of a path: folders, and the file name without and with its extension. */
interface Parts {
  folders: string[];
  stem: string;
  base: string;
}

/**
 * Labels of the systems in tables and messages: the file name without its extension, preceded by the folders that
 * make it unique, and with the extension if only that does.
 */
export function systemLabels(paths: readonly string[]): string[] {
  const files = paths.map((path): Parts => {
    const { dir, name: stem, base } = parse(resolve(path));
    return { folders: dir.split(sep), stem, base };
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
