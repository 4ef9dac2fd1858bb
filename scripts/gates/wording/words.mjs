// Finds words that the project replaces with standard terms. If this file is run without arguments, it lowers
// the counts in `scripts/words.json` to the current ones. With `--list` and paths, it prints every hit below
// these paths.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { wordsIn } from "./word-search.mjs";

const file = "scripts/words.json";
const maxExceptions = 30;
const isText = (path) => /\.(ts|mjs|md|json)$/.test(path);
const isSkipped = (path) =>
  /(^|\/)generated\/|^contract\/openapi\/|lock[^/]*\.json$|^examples\/data\/|^scripts\/words\.json$/.test(
    path,
  );

const load = (root) => JSON.parse(readFileSync(join(root, file), "utf8"));

/** Lists the tracked text files to read; undefined without git. */
function textsOf(root) {
  const { status, stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.split("\0").filter((path) => isText(path) && !isSkipped(path)) : undefined;
}

/** Returns the hits that have no exception. */
const hitsIn = (root, paths, data) =>
  paths.flatMap((path) => {
    const allowed = data.exceptions.filter((one) => path.startsWith(one.path)).map(({ word }) => word);
    return wordsIn(root, path, data).filter(({ word }) => !allowed.includes(word));
  });

function countsOf(hits) {
  const counts = {};
  for (const { word } of hits) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

const faultsOf = ({ exceptions }) => [
  ...exceptions
    .filter(({ path, word, reason }) => !(path && word && reason))
    .map((one) => `${file}: ${JSON.stringify(one)} needs path, word and reason`),
  ...(exceptions.length > maxExceptions
    ? [`${file}: ${exceptions.length} exceptions; accepted: at most ${maxExceptions}`]
    : []),
];

const show = ({ path, line, word }, { everywhere, identifiers, texts, messages }) =>
  `${path}:${line}: "${word}": use ${{ ...everywhere, ...identifiers, ...texts, ...messages }[word]}`;

/** Fails for a word with more hits than its recorded count, and for any hit without a recorded count. */
export function words(root) {
  const paths = textsOf(root);
  if (!paths) return { ok: true, output: "skipped: the tracked files are unknown without git" };
  if (paths.length === 0) return { ok: false, output: "no text was read; the gate must read at least one" };
  const data = load(root);
  const hits = hitsIn(root, paths, data);
  const faults = faultsOf(data);
  for (const [word, count] of Object.entries(countsOf(hits))) {
    const accepted = data.counts[word] ?? 0;
    if (count <= accepted) continue;
    if (accepted > 0) faults.push(`"${word}": ${count} hits; accepted: at most ${accepted}`);
    faults.push(...hits.filter((hit) => hit.word === word).map((hit) => show(hit, data)));
  }
  return { ok: faults.length === 0, output: faults.join("\n") || `${hits.length} hits left` };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const data = load(root);
  const below = process.argv.slice(3);
  const isListed = (path) => below.length === 0 || below.some((folder) => path.startsWith(folder));
  if (process.argv[2] === "--list") {
    const hits = hitsIn(root, textsOf(root).filter(isListed), data);
    console.log(hits.map((hit) => show(hit, data)).join("\n"));
  } else {
    const present = countsOf(hitsIn(root, textsOf(root), data));
    const lowered = Object.entries(data.counts).map(([word, count]) => [
      word,
      Math.min(count, present[word] ?? 0),
    ]);
    const counts = Object.fromEntries(lowered.filter(([, count]) => count > 0));
    writeFileSync(join(root, file), `${JSON.stringify({ ...data, counts }, null, 2)}\n`);
  }
}
