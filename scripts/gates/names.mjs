// Checks that a file name occurs only once per package, so that a name in a search or a stack trace
// identifies one file.
import { resultOf, sourceFiles } from "./source.mjs";

/** The packages by folder. `test/packages` is a separate package, so it is matched before `test`. */
const packages = ["contract", "sdk", "server", "examples", "test/packages", "test", "scripts"];
const packageOf = (path) => packages.find((name) => path.startsWith(`${name}/`));
const baseName = (path) => path.slice(path.lastIndexOf("/") + 1);
const isVague = (path) =>
  /^(utils?|helpers?|misc|common)\./.test(baseName(path)) && !path.includes("/platform/");

/** Fails for two files with the same name in one package (except `index.ts`), and for meaningless names. */
export function names(root) {
  const files = sourceFiles(root);
  const first = new Map();
  const faults = [];
  for (const path of files) {
    if (isVague(path))
      faults.push(
        `${path}:1: the name does not state the content; accepted outside platform/: any specific name`,
      );
    if (baseName(path) === "index.ts") continue;
    const key = `${packageOf(path)}/${baseName(path)}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, path);
    else faults.push(`${path}:1: ${other} has the same name; accepted: one file per name in a package`);
  }
  return resultOf(faults, files.length);
}
