import { counted } from "@assay/contract/domain";
import type { Evaluation, PooledItem } from "../../generated/types.ts";
import type { NumbersTable } from "../plot-node.ts";
import { none } from "./figure-text.ts";
import { itemBlocks, itemsOf } from "./pooled-rows.ts";

/** The flags or symptoms that systems missed or reported wrongly. */
export interface MissedItems extends NumbersTable {
  /** Number of further missed or wrongly reported flags or symptoms, which the table leaves out. */
  hidden: number;
  /** Whether the results list only the most frequent flags or symptoms, so that `hidden` is a minimum. */
  isTruncated: boolean;
}

/** The flags or symptoms of one evaluation by name; undefined without such an evaluator. */
type Items = Readonly<Record<string, PooledItem>> | undefined;

const missedIn = ({ expected, found }: PooledItem): number => expected - found;

/** Returns, for example, `2/3` or `0/1, 1 false alarm`. */
function cellOf(items: Items, name: string): string {
  const item = items?.[name];
  if (!item) return items ? "0/0" : none;
  const { expected, false_alarms: alarms } = item;
  return `${missedIn(item)}/${expected}${alarms > 0 ? `, ${counted(alarms, "false alarm")}` : ""}`;
}

function missedByName(
  item: string,
  ofEach: readonly Items[],
  { maxRows, isTruncated }: { maxRows: number; isTruncated: boolean },
): MissedItems {
  const names = [...new Set(ofEach.flatMap((items) => Object.keys(items ?? {})))];
  const counts = names.map((name) => {
    const items = ofEach.flatMap((own) => own?.[name] ?? []);
    const sum = (read: (one: PooledItem) => number): number =>
      items.reduce((total, one) => total + read(one), 0);
    return { name, missed: sum(missedIn), alarms: sum((one) => one.false_alarms) };
  });
  const found = counts
    .filter(({ missed, alarms }) => missed + alarms > 0)
    .toSorted(
      (one, other) =>
        other.missed - one.missed || other.alarms - one.alarms || (one.name < other.name ? -1 : 1),
    );
  const rows = found
    .slice(0, maxRows)
    .map(({ name }) => [name, ...ofEach.map((items) => cellOf(items, name))]);
  return { head: [`missed by ${item}`], rows, hidden: found.length - rows.length, isTruncated };
}

/**
 * Returns the flags, then the symptoms that systems missed or reported wrongly, most misses first, with one column per
 * system: the missed items of all expected ones. A block of figures without a miss or a false alarm has no table.
 *
 * @param maxRows maximum number of rows of each table.
 */
export function missedItems(evaluations: readonly Evaluation[], maxRows: number): MissedItems[] {
  const tables = itemBlocks(evaluations).map(({ suffix, read }) => {
    const found = evaluations.map(read);
    return missedByName(
      suffix,
      found.map((figures) => figures && itemsOf(figures)),
      { maxRows, isTruncated: found.some((figures) => figures?.truncated) },
    );
  });
  return tables.filter(({ rows }) => rows.length > 0);
}
