// Checks that the value imports between noun folders (`<wing>/<noun>`) contain no cycle. A file directly in a
// wing counts as a separate folder.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { testFiles, wingRoots } from "../../.dependency-cruiser.mjs";
import { run } from "./command.mjs";

const valueImport =
  /^(?:import|export) (?!type\b)[\w*{][\w\s,{}*$]*? from "([^"]+)"|\bimport\(?\s?"([^"]+)"/gm;

/** Returns the specifiers of the modules from which a file imports values. */
const valueModules = (path) =>
  new Set([...readFileSync(path, "utf8").matchAll(valueImport)].map(([, from, other]) => from ?? other));

/**
 * Returns each value import between two noun folders that is part of a cycle or connects two cycles. Ignores
 * shared folders.
 */
async function cyclesIn(root, { root: folder, shared }) {
  const isNoun = (path) => path.startsWith(`${folder}/`) && !shared.includes(path.split("/")[2]);
  const nounOf = (path) => {
    const [wing, noun, ...rest] = path.slice(folder.length + 1).split("/");
    return rest.length > 0 ? `${wing}/${noun}` : path;
  };
  const args = ["--config", ".dependency-cruiser.mjs", "--output-type", "json", folder];
  const { stdout } = await run(root, join(root, "node_modules/.bin/depcruise"), args);
  let edges = JSON.parse(stdout).modules.flatMap(({ source, dependencies }) => {
    if (!isNoun(source) || new RegExp(testFiles).test(source)) return [];
    const values = valueModules(join(root, source));
    const used = dependencies.filter((to) => values.has(to.module) && isNoun(to.resolved));
    return used.map((to) => [nounOf(source), nounOf(to.resolved), `${source} → ${to.resolved}`]);
  });
  for (let before = Infinity; edges.length < before;) {
    before = edges.length;
    const [froms, tos] = [0, 1].map((end) => new Set(edges.map((edge) => edge[end])));
    edges = edges.filter(([from, to]) => from !== to && tos.has(from) && froms.has(to));
  }
  return edges.map(([, , text]) => text);
}

/** @returns whether the noun folders are free of import cycles, and the imports that form cycles. */
export async function folders(root) {
  const found = (await Promise.all(wingRoots.map((wingRoot) => cyclesIn(root, wingRoot)))).flat();
  return { ok: found.length === 0, output: found.join("\n") || "no cycle of noun folders" };
}
