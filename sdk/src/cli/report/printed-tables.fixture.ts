// The numbers of the API that each table of a report prints.
import type { Evaluation } from "../../generated/types.ts";
import type { ReportData } from "../../report/index.ts";
import { bounded, differencesOf, figuresOf, type Numbers, pValue, share } from "./printed-figures.fixture.ts";
import { numbersIn, type PrintedTable } from "./printed-text.fixture.ts";

type Table = Pick<PrintedTable, "caption" | "head">;

/** The API objects about one system. */
interface System extends Partial<NonNullable<Evaluation["results"]>> {
  readonly scores: NonNullable<ReportData["scores"]>[number] | undefined;
  readonly worst: NonNullable<ReportData["worst"]>[string];
}

/** Returns the numbers in the cells after the label; undefined if the API does not have the row. */
type RowReader = (row: readonly string[]) => readonly Numbers[] | undefined;

type SystemRowReader = (row: readonly string[], system: System, table: Table) => ReturnType<RowReader>;

const responses: Record<string, string> = {
  "no answer": "no_answer",
  invalid: "invalid_level",
  missing: "missing_output",
};

const confusionRow: SystemRowReader = ([level = ""], { triage }, { head }) => {
  const counts = triage?.confusion[level];
  if (!counts) return undefined;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return head.slice(1).map((name) => [name === "total" ? total : (counts[responses[name] ?? name] ?? 0)]);
};

const itemRow: SystemRowReader = ([name = ""], { red_flags: flags, symptoms }, { caption }) => {
  const item = (caption.endsWith("flag") ? flags?.by_flag : symptoms?.by_symptom)?.[name];
  return item && [bounded(item.missed), share(item.sensitivity), share(item.precision), [item.false_alarms]];
};

const groupRow: SystemRowReader = ([key], { scores }) => {
  const group = scores?.groups?.data.find((one) => one.key === key);
  if (!group) return undefined;
  const { change, p_adjusted: p } = group.versus_rest;
  return [
    bounded(group.emergent_not_caught),
    bounded(group.missed_flags),
    [group.mean, ...(group.ci95 ?? []), group.coverage.scored],
    share(group.passed),
    p === null ? [] : [change, pValue(p)],
  ];
};

const worstRow: SystemRowReader = ([name, run], { worst }) => {
  const found = worst.find(({ result }) => result.external_id === name && String(result.run) === run);
  return found && [[found.result.run], [], [found.result.original_score], []];
};

const invalidRow: SystemRowReader = ([value, expected], { triage }) => {
  const found = triage?.invalid_answers?.find((one) => one.value === value && one.expected === expected);
  return found && [[], [found.count]];
};

const distributionRow: SystemRowReader = ([range], { scores }) => {
  const found = scores?.distribution?.buckets.find((one) => one.range === range);
  return found && [[found.count]];
};

/** The tables about one system, by their captions. */
const ofSystem: [RegExp, SystemRowReader][] = [
  [/expected/, confusionRow],
  [/Expected and given levels/, confusionRow],
  [/figures by/, itemRow],
  [/tags$/, groupRow],
  [/Lowest automated scores/, worstRow],
  [/not a level|invalid answer/, invalidRow],
  [/Distribution/, distributionRow],
];

/** Returns the reader of a table about several systems. */
function severalReader({ caption, head }: Table, data: ReportData): RowReader {
  const { evaluations, comparisons: [comparison] = [] } = data;
  const differences = comparison ? differencesOf(comparison) : {};
  if (caption === "Evaluations")
    return ([name, id, dataset, at]) => {
      const own = evaluations.find((one) => one.name === name && one.id === id && one.completed_at === at);
      // The time and the id are compared as texts.
      return own && dataset?.startsWith(`${own.dataset}, version `)
        ? [[], [own.dataset_version], numbersIn(at ?? "").map(Number)]
        : undefined;
    };
  if (head.includes("candidate"))
    return ([heading = ""]) => {
      const own = differences[heading]?.own;
      return own && [[], [own.change, ...(own.ci95 ?? []), pValue(own.p_adjusted)], []];
    };
  if (head.includes("better / worse / same"))
    return ([label = ""]) => {
      const { own, values = [] } = differences[label.replace(/ %$/, "")] ?? {};
      if (!own) return undefined;
      const { change, ci95, better, worse, n_paired: n, p_adjusted: p } = own;
      const counts = [better, worse, n - better - worse];
      return [...values.map((value) => [value]), [change], ci95 ?? [], counts, [pValue(p)], []];
    };
  if (head.includes("system"))
    return ([heading = "", name]) => {
      const own = evaluations.find((one) => one.name === name);
      const numbers = own && figuresOf(own)[heading.replace(/ \(\w+ is better\)$/, "")];
      return numbers && [[], numbers];
    };
  if (caption.startsWith("missed by"))
    return ([name = ""]) =>
      evaluations.map(({ results }) => {
        const { red_flags: flags, symptoms } = results ?? {};
        const item = (caption.endsWith("flag") ? flags?.by_flag : symptoms?.by_symptom)?.[name];
        const alarms = item?.false_alarms ?? 0;
        const { expected = 0, found = 0 } = item ?? {};
        return [expected - found, expected, alarms === 0 ? null : alarms];
      });
  return ([label = ""]) => {
    const figures = evaluations.flatMap((own) => {
      const numbers = figuresOf(own)[label.trim()];
      return numbers ? [numbers] : [];
    });
    return figures.length === evaluations.length ? figures : undefined;
  };
}

/** Returns the reader of a table. */
export function readerOf(table: Table, data: ReportData): RowReader {
  const { evaluations, scores = [], worst = {} } = data;
  const evaluation = evaluations.find(({ name }) => table.caption.includes(name));
  const own = ofSystem.find(([caption]) => caption.test(table.caption))?.[1];
  if (!evaluation || !own) return severalReader(table, data);
  const system = {
    ...evaluation.results,
    scores: scores.find(({ evaluation_id: id }) => id === evaluation.id),
    worst: worst[evaluation.id] ?? [],
  };
  return (row) => own(row, system, table);
}
