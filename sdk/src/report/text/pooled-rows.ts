// Figures over all red flags and symptoms, as rows for all systems and as tables by name.
import type { Evaluation, PooledItem, RedFlagFigures, SymptomFigures } from "../../generated/types.ts";
import type { NumbersTable } from "../plot-node.ts";
import { boundedText, none, numberText, ratioText, shareText } from "./figure-text.ts";

/** Whether a row contains information about an evaluation that no other row contains. */
type IsNotable<Figures> = (figures: Figures) => boolean;

/**
 * A row: its name, and its text for one evaluation. A summary leaves out the row if it is not notable for any evaluation;
 * without a condition, it is always notable.
 */
export type Row<Figures = Evaluation> = [
  label: string,
  cell: (figures: Figures) => string,
  isNotable?: IsNotable<Figures>,
];

/** The figures of one evaluator in each evaluation. */
interface Block<Figures> {
  /**
   * The suffix of its rows' names: the evaluator's key in brackets; empty unless an evaluation has several
   * evaluators of the type.
   */
  suffix: string;
  read: (evaluation: Evaluation) => Figures | undefined;
}

/** Returns the block of each evaluator key; without keys, the only block, if an evaluation has it. */
function blocksOf<Figures>(
  evaluations: readonly Evaluation[],
  first: (evaluation: Evaluation) => Figures | undefined,
  byKey: (evaluation: Evaluation) => Record<string, Figures> | undefined,
): Block<Figures>[] {
  const keys = new Set(evaluations.flatMap((evaluation) => Object.keys(byKey(evaluation) ?? {})));
  if (keys.size > 0)
    return [...keys].map((key) => ({
      suffix: ` (${key})`,
      read: (evaluation) => {
        const named = byKey(evaluation);
        // An evaluation with only one evaluator of the type has no keys; its block is that of the first key.
        if (named) return named[key];
        return key === [...keys][0] ? first(evaluation) : undefined;
      },
    }));
  return evaluations.some((evaluation) => first(evaluation)) ? [{ suffix: "", read: first }] : [];
}

const flagBlocks = (evaluations: readonly Evaluation[]): Block<RedFlagFigures>[] =>
  blocksOf(
    evaluations,
    ({ results }) => results?.red_flags,
    ({ results }) => results?.red_flags_by_evaluator,
  );

const symptomBlocks = (evaluations: readonly Evaluation[]): Block<SymptomFigures>[] =>
  blocksOf(
    evaluations,
    ({ results }) => results?.symptoms,
    ({ results }) => results?.symptoms_by_evaluator,
  );

/** Returns the blocks of flags, then those of symptoms; each suffix starts with `flag` or `symptom`. */
export const itemBlocks = (evaluations: readonly Evaluation[]): Block<RedFlagFigures | SymptomFigures>[] => [
  ...flagBlocks(evaluations).map((block) => ({ ...block, suffix: `flag${block.suffix}` })),
  ...symptomBlocks(evaluations).map((block) => ({ ...block, suffix: `symptom${block.suffix}` })),
];

/** The figures of each flag or symptom by name. */
export const itemsOf = (figures: RedFlagFigures | SymptomFigures): Readonly<Record<string, PooledItem>> =>
  "by_flag" in figures ? figures.by_flag : figures.by_symptom;

/** Returns the function that turns rows of the figures of a block into rows of evaluations. */
export const rowIn =
  <Figures>({ suffix, read }: Block<Figures>) =>
  ([label, text, isNotable = () => true]: Row<Figures>): Row => [
    `${label}${suffix}`,
    (evaluation) => {
      const figures = read(evaluation);
      return figures ? text(figures) : none;
    },
    (evaluation) => {
      const figures = read(evaluation);
      return figures !== undefined && isNotable(figures);
    },
  ];

/** The figures that flags and symptoms have in common. */
type Pooled = Pick<RedFlagFigures, keyof RedFlagFigures & keyof SymptomFigures>;

function f1Text({ found, missed_count: missed, false_alarms: alarms, f1, f1_ci95: ci95 }: Pooled): string {
  const doubled = 2 * found;
  return ratioText([doubled, doubled + missed + alarms], f1, ci95);
}

function alarmText({ false_alarms_per_sample: { count, samples, rate, ci95 } }: Pooled): string {
  return ratioText([count, samples], rate, ci95);
}

/** The condition of rows that follow from others or complete them. */
export const isDetail = (): boolean => false;

/**
 * Returns the rows of figures that flags and symptoms have in common.
 *
 * @param item `flag` or `symptom`.
 * @param isNotable the condition of the rows that are notable for flags only, because flags concern safety.
 */
const commonRows = (item: string, isNotable: () => boolean): Row<Pooled>[] => [
  [`${item} sensitivity`, ({ sensitivity }) => shareText(sensitivity), isDetail],
  [`${item} precision`, ({ precision }) => shareText(precision), isNotable],
  [`${item} F1`, f1Text],
  [`false ${item}s per sample`, alarmText, isDetail],
  [`samples with missed ${item}s`, ({ samples_missed: share }) => boundedText(share), isNotable],
];

/**
 * Returns the row of the counts of samples. Samples out of scope or without a readable expectation are left out.
 *
 * @param item `flag` or `symptom`.
 */
const sampleRow = (item: string): Row<Pooled> => [
  `${item} samples`,
  ({ samples, errored, not_applicable: outside, unknown_expected: unknown }) =>
    `${samples}, ${errored} errored, ${outside + unknown} left out`,
  ({ errored, not_applicable: outside, unknown_expected: unknown }) => errored + outside + unknown > 0,
];

/** Returns the shares of red flags that are missed, of all expected flags. */
export const missedFlagRows = (evaluations: readonly Evaluation[]): Row[] =>
  flagBlocks(evaluations).map((block) => rowIn(block)(["missed flags", ({ missed }) => boundedText(missed)]));

/** Returns the other figures of red flags, then those of symptoms; nothing without such an evaluator. */
export function pooledRows(evaluations: readonly Evaluation[]): Row[] {
  const flags = flagBlocks(evaluations).flatMap((block) => {
    const rows: Row<RedFlagFigures>[] = [
      ["missed escalations", ({ escalation }) => boundedText(escalation.missed)],
      ["unnecessary escalations", ({ escalation }) => shareText(escalation.unnecessary)],
      ...commonRows("flag", () => true),
      sampleRow("flag"),
    ];
    return rows.map(rowIn(block));
  });
  const symptoms = symptomBlocks(evaluations).flatMap((block) => {
    const rows: Row<SymptomFigures>[] = [
      ["missed symptoms", ({ missed }) => boundedText(missed)],
      ...commonRows("symptom", isDetail),
      ["symptom polarity errors", ({ polarity_errors: share }) => shareText(share)],
      ["mean symptom F1", ({ mean_f1: mean }) => numberText(mean, 3), isDetail],
      sampleRow("symptom"),
    ];
    return rows.map(rowIn(block));
  });
  return [...flags, ...symptoms];
}

const missedIn = ({ expected, found }: PooledItem): number => expected - found;

/** Returns the table of one block: the items that are missed most often first. */
function tableByName(item: string, figures: RedFlagFigures | SymptomFigures): NumbersTable {
  const sorted = Object.entries(itemsOf(figures)).toSorted(
    ([name, one], [otherName, other]) =>
      missedIn(other) - missedIn(one) || other.expected - one.expected || (name < otherName ? -1 : 1),
  );
  const rows = sorted.map(([name, { missed, sensitivity, precision, false_alarms: alarms }]) => [
    name,
    boundedText(missed),
    shareText(sensitivity),
    shareText(precision),
    String(alarms),
  ]);
  if (figures.truncated) rows.push(["(more)", "", "", "", ""]);
  return { head: [item, "missed", "sensitivity", "precision", "false alarms"], rows };
}

/**
 * Returns the figures of each flag and of each symptom of an evaluation, missed ones first; one table per evaluator
 * that counts at least one item. The last row of a table states whether the evaluation left out further items.
 */
export const itemTables = (evaluation: Evaluation): NumbersTable[] =>
  itemBlocks([evaluation]).flatMap(({ suffix, read }) => {
    const figures = read(evaluation);
    const table = figures && tableByName(suffix, figures);
    return table && table.rows.length > 0 ? [table] : [];
  });
