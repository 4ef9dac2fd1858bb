import { parse, relative, resolve, sep } from "node:path";

/** Most characters that the API takes as a name. */
const longestName = 200;

/** The text as a name of at most 200 characters: of a longer one the end, which tells paths apart. */
export function asName(text: string): string {
  if (text.length <= longestName) return text;
  // Not half of a character at the cut.
  return `…${text.slice(1 - longestName).replace(/^[\uDC00-\uDFFF]/, "")}`;
}

/**
 * What the data set of a folder is called: its path from the working directory when it is inside, else its absolute
 * path, so that no two folders share a data set by chance.
 */
export function datasetName(folder: string, workingDirectory = process.cwd()): string {
  const path = resolve(workingDirectory, folder);
  const inside = path.startsWith(workingDirectory.endsWith(sep) ? workingDirectory : workingDirectory + sep);
  return asName((inside ? relative(workingDirectory, path) : path).replaceAll(sep, "/"));
}

/** A path in its parts, the file's name without and with its ending. */
interface Parts {
  folders: string[];
  stem: string;
  base: string;
}

/**
 * What the systems of files are called in tables and messages: a file's name without its ending, with as many of its
 * folders before it as tell it from the others, and its ending where only that does.
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
