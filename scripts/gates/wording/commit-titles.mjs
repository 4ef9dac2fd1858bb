// Checks that commit titles have the form `area: imperative`. Reads only commits after the one that
// `scripts/words.json` records.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const maxTitleLength = 72;
/** Words that cannot start an imperative. */
const noVerbs = new Set([
  "is",
  "are",
  "was",
  "were",
  "be",
  "what",
  "who",
  "a",
  "an",
  "the",
  "no",
  "not",
  "it",
]);

/** Returns what is wrong with a title; undefined if the title is valid. */
export function titleFault(title) {
  if (title.length > maxTitleLength) return `${title.length} characters; accepted: at most ${maxTitleLength}`;
  const [, verb] = /^[a-z-]+: ([a-z]+) /.exec(title) ?? [];
  if (!verb) return 'accepted: "area: imperative …" in lower case';
  return noVerbs.has(verb) ? `"${verb}" is not an imperative verb` : undefined;
}

/**
 * Fails if a new commit's title does not have this form. Skips the check in a shallow clone and without git.
 */
export function commitTitles(root) {
  const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" });
  const shallow = git("rev-parse", "--is-shallow-repository");
  if (shallow.status !== 0) return { ok: true, output: "skipped: there are no commits without git" };
  if (shallow.stdout.trim() === "true") return { ok: true, output: "skipped: the clone is shallow" };
  const { titlesAfter } = JSON.parse(readFileSync(join(root, "scripts/words.json"), "utf8"));
  const log = git("log", "--no-merges", "--format=%h %s", `${titlesAfter}..HEAD`);
  if (log.status !== 0)
    return {
      ok: false,
      output: `scripts/words.json: titlesAfter is "${titlesAfter}"; it must be a commit of this repository`,
    };
  const commits = log.stdout.split("\n").filter(Boolean);
  const faults = commits.flatMap((line) => {
    const [, hash, title] = /^(\S+) ?(.*)$/.exec(line);
    const fault = titleFault(title);
    return fault ? [`${hash}: "${title}": ${fault}`] : [];
  });
  return { ok: faults.length === 0, output: faults.join("\n") || `${commits.length} new titles` };
}
