// Checks that each number that a report prints is a number of the API.
import type { Comparison } from "../../generated/types.ts";
import type { ReportData } from "../../report/index.ts";
import { type Numbers, pValue, sentence } from "./printed-figures.fixture.ts";
import { readerOf } from "./printed-tables.fixture.ts";
import { numbersIn, type Printed } from "./printed-text.fixture.ts";

/** Sentences state the size of a change in a direction. */
function sizesOf({ change, ci95, n_paired: n, p_value: p }: Comparison): Numbers {
  const [low, high] = ci95 ?? [null, null];
  const sizes = [low, high].map((end) => end && Math.abs(end));
  const isLower = high !== null && high < 0;
  return [Math.abs(change ?? 0), n, ...(isLower ? sizes.toReversed() : sizes), pValue(p)];
}

/** Returns the numbers of a sentence about a safety check that is worse. */
function faultNumbers({ safety }: Comparison, text: string): Numbers | undefined {
  const shares = {
    "emergent not caught": safety.emergent_not_caught,
    "missed flags": safety.missed_flags,
    "missed escalations": safety.missed_escalations,
  };
  const own = Object.entries(shares).find(([name]) => text.includes(`: ${name} in`))?.[1];
  return (
    own && [
      own.candidate.numerator,
      own.candidate.denominator,
      own.baseline.numerator,
      pValue(own.p_adjusted),
    ]
  );
}

/**
 * Returns the numbers of a sentence; undefined if no rule describes the sentence.
 *
 * @param title title of the plot that contains the sentence.
 */
function sentenceNumbers(text: string, data: ReportData, title: string): Numbers | undefined {
  const { evaluations, comparisons: [comparison] = [], scores = [] } = data;
  const own = evaluations.findLast(({ name }) => `${title} ${text}`.includes(name));
  const { triage, red_flags: flags } = own?.results ?? {};
  const scored = scores.find(({ evaluation_id: id }) => id === own?.id);
  const rules: [RegExp, Numbers | undefined][] = [
    [/^\d+ evaluations over \d+ samples$/, [evaluations.length, evaluations[0]?.progress.total]],
    [/samples were not caught by/, sentence(triage?.emergent_not_caught)],
    [/expected red flags were missed by/, sentence(flags?.missed)],
    [
      /^(Numbers: )?emergent not caught: /,
      evaluations.flatMap(({ results }) => {
        const { numerator, denominator } = results?.triage?.emergent_not_caught ?? {};
        return [numerator, denominator];
      }),
    ],
    [/ is (better|worse|as good) /, comparison && sizesOf(comparison)],
    [/Weighted kappa: /, evaluations.map(({ results }) => results?.triage?.weighted_kappa)],
    [/Counts over/, [triage?.total]],
    [/ over \d+ scored samples\.|^samples by score/, [scored?.sample_count]],
    [/ is less safe /, comparison && faultNumbers(comparison, text)],
    [/ shaded /, [comparison?.equivalence_margin]],
  ];
  return rules.find(([pattern]) => pattern.test(text))?.[1];
}

/** Whether the printed numbers are the numbers of the API, each rounded to its printed decimals. */
function areEqual(printed: readonly string[], numbers: Numbers): boolean {
  const values = numbers.filter((value) => value !== null && value !== undefined);
  return (
    printed.length === values.length &&
    printed.every((text, index) => {
      const decimals = text.split(".")[1]?.length ?? 0;
      return Number(text) === Number(values[index]?.toFixed(decimals));
    })
  );
}

/** Returns the sentences whose numbers differ. Sentences without a number are equal. */
const inTexts = (texts: readonly string[], data: ReportData, title = ""): string[] =>
  texts.filter((text) => {
    const numbers = numbersIn(text.replaceAll("(0-100)", ""));
    const expected = sentenceNumbers(text, data, title);
    return numbers.length > 0 && !(expected && areEqual(numbers, expected));
  });

function inTables(tables: Printed["tables"], data: ReportData): string[] {
  return tables.flatMap((table) => {
    const reader = readerOf(table, data);
    return table.rows.flatMap((row) => {
      const expected = reader(row);
      const isEqual =
        expected !== undefined &&
        row.slice(1).every((cell, column) => areEqual(numbersIn(cell), expected[column] ?? []));
      return isEqual ? [] : [`${table.caption}: ${row.join(" | ")}`];
    });
  });
}

/** Whether a text is the start of a cell, cut so that no number is divided. */
const isCut = (text: string, cells: readonly string[]): boolean =>
  text.endsWith("…") &&
  cells.some((cell) => {
    const start = text.slice(0, -1);
    return cell.startsWith(start) && !/^[\d.]/.test(cell.slice(start.length));
  });

/** Returns the texts of plots that are neither a cell of the plot's table, nor a tick of its axis, nor a sentence. */
const inPlots = (plots: Printed["plots"], data: ReportData): string[] =>
  plots.flatMap(({ title, texts, cells }) => {
    const others = texts.filter((text) => !cells.includes(text) && !isCut(text, cells));
    return inTexts(
      others.filter((text) => !/^-?\d+(\.\d+)?$/.test(text)),
      data,
      title,
    );
  });

/** Returns the places whose numbers are not those of the API; empty if each number is equal after rounding. */
export const differingNumbers = ({ tables, texts, plots }: Printed, data: ReportData): string[] => [
  ...inTables(tables, data),
  ...inTexts(texts, data),
  ...inPlots(plots, data),
];
