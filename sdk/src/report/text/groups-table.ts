import type { BoundedProportion, ScoreGroup, ScoreGroups } from "../../generated/types.ts";
import type { NumbersTable } from "../plot-node.ts";
import { boundedText, none, pText, shareText, signedText, withInterval } from "./figure-text.ts";

/** Returns the name of a group; samples without a key have the name `(none)`. */
export const groupName = ({ key }: Pick<ScoreGroup, "key">): string =>
  key === null ? "(none)" : String(key);

/** Returns the mean of a group with its interval and the number of scored samples. */
export function groupMeanText({ mean, ci95, coverage }: ScoreGroup): string {
  if (mean === null) return `undefined: no sample has a score (n ${coverage.scored})`;
  return `${withInterval(mean, ci95, 1)} (n ${coverage.scored})`;
}

/** Returns the groups, lowest mean first; groups without a mean are last. */
export const lowestFirst = (groups: readonly ScoreGroup[]): ScoreGroup[] =>
  groups.toSorted((one, other) => (one.mean ?? 101) - (other.mean ?? 101));

/** Whether a group is significantly lower than the samples outside of the group. */
const isLower = ({ versus_rest: { change, p_adjusted: p } }: ScoreGroup): boolean =>
  (p ?? 1) < 0.05 && (change ?? 0) < 0;

/** Returns the groups that are significantly lower than all others, then the other groups, each lowest mean first. */
export const worstFirst = (groups: readonly ScoreGroup[]): ScoreGroup[] =>
  lowestFirst(groups).toSorted((one, other) => Number(isLower(other)) - Number(isLower(one)));

function versusRestText({ versus_rest: { change, p_adjusted: p, reason } }: ScoreGroup): string {
  if (p === null) return reason === null ? none : `no test: ${reason.replaceAll("_", " ")}`;
  return `${signedText(change)}, p ${pText(p)}`;
}

/** The safety figures of groups with their names. */
const safetyFigures = [
  { name: "not caught", read: (group: ScoreGroup) => group.emergent_not_caught },
  { name: "missed flags", read: (group: ScoreGroup) => group.missed_flags },
] as const;

const safetyText = (share: BoundedProportion | undefined): string => (share ? boundedText(share) : none);

/** Returns the figures of groups as a table, in their order, with safety figures first. */
export function groupsTable(groups: readonly ScoreGroup[]): NumbersTable {
  const safety = safetyFigures.filter(({ read }) => groups.some(read));
  const head = ["group", ...safety.map(({ name }) => name), "mean", "passed", "versus all others"];
  const rows = groups.map((group) => [
    groupName(group),
    ...safety.map(({ read }) => safetyText(read(group))),
    groupMeanText(group),
    shareText(group.passed),
    versusRestText(group),
  ]);
  return { head, rows };
}

/**
 * Returns sentences about the groups that are significantly lower than all others, or cannot be tested although they are
 * lower. `worst` is never the row of samples without a key, so this row has its own sentence.
 *
 * @param lead start of the sentence that names the worst group.
 */
export function worstGroupText(
  { by, data, worst }: ScoreGroups,
  lead = "Significantly lower than all others",
): string {
  const untested = lowestFirst(data).find(
    ({ versus_rest: { change, reason } }) => reason === "no_variation" && (change ?? 0) < 0,
  );
  const texts = [
    worst !== null && `${lead}: ${String(worst)}.`,
    data.some((group) => group.key === null && isLower(group)) &&
      `Samples without ${by} score significantly lower than all others.`,
    untested &&
      `Lower than all others, but cannot be tested: ${groupName(untested)}. The scores do not vary.`,
  ];
  return texts.filter(Boolean).join(" ") || "No group is significantly lower than all others.";
}
