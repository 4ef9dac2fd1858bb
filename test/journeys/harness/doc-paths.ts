import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const ours = /^(?:contract|sdk|server|test|scripts|examples|docs)\//;
const placeholder = /[<>…$]/;

/**
 * Returns the repository paths that a Markdown text names in backticks, either alone or as a word of a
 * command, in order. Omits paths with a placeholder (`<noun>`, `…`), built files and fenced blocks.
 */
export function namedPaths(markdown: string): string[] {
  const text = markdown.replaceAll(/^ *```[^]*?^ *```/gm, "");
  return [...text.matchAll(/`([^`]+)`/g)]
    .flatMap(([, span = ""]) => span.split(/\s+/))
    .filter((word) => ours.test(word) && !placeholder.test(word) && !word.includes("/dist/"))
    .map((word) => word.replace(/[,.;:]+$|#.*$/, ""));
}

/** Expands `a/{b,c}.ts` to `a/b.ts` and `a/c.ts`. */
export function expandBraces(path: string): string[] {
  const [whole, before = "", list = "", after = ""] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  if (whole === undefined) return [path];
  return list.split(",").flatMap((one) => expandBraces(`${before}${one}${after}`));
}

/**
 * Whether a file or folder exists; `*` matches any characters within a name, and `**` matches any folders.
 */
export function pathExists(root: string, path: string): boolean {
  if (!path.includes("*")) return existsSync(join(root, path));
  const fixed = path.slice(0, path.slice(0, path.indexOf("*")).lastIndexOf("/"));
  if (!existsSync(join(root, fixed))) return false;
  const pattern = path
    .slice(fixed.length + 1)
    .replaceAll(/[.+?^()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*\*\/|\*/g, (star) => (star === "*" ? "[^/]*" : "(?:.*/)?"));
  const files = readdirSync(join(root, fixed), { recursive: true, encoding: "utf8" });
  return files.some((file) => new RegExp(`^${pattern}$`).test(file));
}
