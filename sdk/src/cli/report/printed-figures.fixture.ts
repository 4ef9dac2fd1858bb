// The numbers of the API by the label under which a report prints them.
import type {
  BoundedProportion,
  ComparedShare,
  Comparison,
  Evaluation,
  Proportion,
} from "../../generated/types.ts";

/** Numbers of the API in the order in which they are printed; null and undefined are not printed. */
export type Numbers = ReadonlyArray<number | null | undefined>;

type Share = Proportion | undefined;
type Bounded = BoundedProportion | undefined;

const percent = (share: number | null | undefined) =>
  share === null || share === undefined ? null : 100 * share;
export const share = (one: Share): Numbers =>
  one ? [one.numerator, one.denominator, percent(one.rate), ...(one.ci95 ?? []).map(percent)] : [];
export const bounded = (one: Bounded): Numbers => {
  if (!one) return [];
  const { numerator, denominator, rate, upper95, n_clusters: clusters, effective_n: size } = one;
  return [
    numerator,
    denominator,
    percent(rate),
    percent(upper95),
    denominator > 0 && clusters !== denominator ? size : null,
  ];
};
/** In sentences, the number of clusters replaces the effective sample size. */
export const sentence = (one: Bounded): Numbers =>
  one ? [...bounded(one).slice(0, 4), one.n_clusters === one.denominator ? null : one.n_clusters] : [];
/** The smallest printed p-value is `< 0.001`. */
export const pValue = (p: number | null) => (p === null ? null : Math.max(p, 0.001));

type Figures = NonNullable<Evaluation["results"]>;

function triageFigures({ triage }: Figures): Record<string, Numbers> {
  if (!triage) return {};
  const total = triage.total;
  return {
    "emergent not caught": bounded(triage.emergent_not_caught),
    "emergent under-triaged": bounded(triage.emergent_under_triage),
    ...Object.fromEntries(triage.levels.map((level) => [`recall ${level}`, share(triage.recall[level])])),
    exact: share(triage.exact.all),
    "exact level": share(triage.exact.all),
    "under-triage": share(triage.under_triage.all),
    "over-triage": share(triage.over_triage.all),
    "no answer": [triage.no_answer, total],
    "invalid level": [triage.invalid_level, total],
    "missing output": [triage.missing_output, total],
    errored: [triage.errored, total],
    kappa: [triage.kappa, triage.kappa_n],
    "weighted kappa": [triage.weighted_kappa, triage.kappa_n],
  };
}

function pooledFigures({ red_flags: flags, symptoms }: Figures): Record<string, Numbers> {
  const common = (item: string, one: NonNullable<typeof flags | typeof symptoms>) => {
    const { found, missed_count: missed, false_alarms: alarms, false_alarms_per_sample: per } = one;
    return {
      [`missed ${item}s`]: bounded(one.missed),
      [`${item} sensitivity`]: share(one.sensitivity),
      [`${item} precision`]: share(one.precision),
      [`${item} F1`]: [2 * found, 2 * found + missed + alarms, one.f1, ...(one.f1_ci95 ?? [])],
      [`false ${item}s per sample`]: [per.count, per.samples, per.rate, ...(per.ci95 ?? [])],
      [`samples with missed ${item}s`]: bounded(one.samples_missed),
      [`${item} samples`]: [one.samples, one.errored, one.not_applicable + one.unknown_expected],
    };
  };
  return {
    ...(flags && {
      ...common("flag", flags),
      "missed escalations": bounded(flags.escalation.missed),
      "unnecessary escalations": share(flags.escalation.unnecessary),
    }),
    ...(symptoms && {
      ...common("symptom", symptoms),
      "symptom polarity errors": share(symptoms.polarity_errors),
      "mean symptom F1": [symptoms.mean_f1],
    }),
  };
}

/** Returns the numbers of an evaluation by the label of their row. */
export function figuresOf({ results, runs, progress }: Evaluation): Record<string, Numbers> {
  if (!results) return {};
  const { repeats, coverage } = results;
  return {
    ...triageFigures(results),
    ...pooledFigures(results),
    "score (0-100)": [results.aggregate_score, results.sample_count],
    "combined score": [results.aggregate_score, results.sample_count],
    ...Object.fromEntries(
      Object.entries(results.by_evaluator).map(([key, mean]) => [
        key,
        [mean, results.coverage_by_evaluator[key]?.scored],
      ]),
    ),
    "passed %": [results.pass_rate, results.sample_count],
    runs: [runs],
    "runs disagree": share(repeats?.flip_rate),
    "one run passes %": [percent(repeats?.pass_at["1"])],
    "all runs pass %": [percent(repeats?.pass_all[runs])],
    "SD within samples": [repeats?.sd_within],
    "SD between samples": [repeats?.sd_between],
    status: [],
    samples: [progress.completed + progress.failed, progress.total],
    "errored / skipped": [coverage.errored, coverage.skipped],
    flagged: [results.flagged_samples, coverage.total],
  };
}

type Difference = Pick<
  Comparison,
  "change" | "ci95" | "p_adjusted" | "better" | "worse" | "n_paired" | "verdict"
>;

const ofShare = (own: ComparedShare) => ({
  own,
  values: [percent(own.baseline.rate), percent(own.candidate.rate)],
});

/** Returns the figures of a comparison by the label of their row, with the values of both systems. */
export function differencesOf(comparison: Comparison): Record<string, { own: Difference; values: Numbers }> {
  const { baseline, candidate, by_metric: metrics, passed, safety } = comparison;
  const combined = { own: comparison, values: [baseline.aggregate_score, candidate.aggregate_score] };
  const shares = {
    passed,
    "emergent not caught": safety.emergent_not_caught,
    "any missed flag": safety.missed_flags,
    "missed escalations": safety.missed_escalations,
  };
  return {
    combined,
    "combined score": combined,
    ...Object.fromEntries(
      Object.entries(shares).flatMap(([name, own]) => (own ? [[name, ofShare(own)]] : [])),
    ),
    ...Object.fromEntries(
      Object.entries(metrics).map(([key, own]) => [key, { own, values: [own.baseline, own.candidate] }]),
    ),
  };
}
