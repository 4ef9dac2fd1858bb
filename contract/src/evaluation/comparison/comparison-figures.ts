// Computes comparisons from the samples of evaluations.
import {
  checkedBy,
  type ComparedConditions,
  type Comparison,
  type ComparisonFigures,
  compareCommonOutcomes,
  compareCommonScores,
  concludeComparisons,
  coverageDiffers,
  effectiveMeans,
  type MetricFigures,
  type PairedSamples,
  pairSamples,
  type PerSide,
  placesOf,
  readPassed,
  readSafety,
  readScores,
  type SafetyItem,
  safetyItems,
  type ScoredSample,
  sharedMetrics,
  type Steps,
} from "../../domain/index.ts";
import { noCommonSamples, notComparable } from "./comparison-refusals.ts";

/** The properties of one evaluation that a comparison uses. */
export type SideConditions = ComparedConditions & { id: string; name: string };

/** The validated input of a comparison of one or more candidates with one baseline. */
export interface ComparisonSetup {
  baseline: SideConditions;
  /** The candidates, each with the keys of the evaluators to compare, in the baseline's order. */
  candidates: readonly { side: SideConditions; metrics: readonly string[] }[];
  margin: number;
}

/** The samples of the compared evaluations, with their scores. */
export interface ComparedSamples {
  baseline: readonly ScoredSample[];
  /** One list per candidate. */
  candidates: readonly (readonly ScoredSample[])[];
}

/** A candidate with its samples, and the pairs of them with samples of the baseline. */
interface Candidate extends PairedSamples {
  side: SideConditions;
  metrics: readonly string[];
  caseChanged: number;
}

function* pairCandidates(
  setup: ComparisonSetup,
  { baseline, candidates }: ComparedSamples,
): Steps<Candidate[]> {
  const paired: Candidate[] = [];
  for (const [index, { side, metrics }] of setup.candidates.entries()) {
    const samples = { baseline, candidate: candidates[index] ?? [] };
    const pairing = yield* pairSamples(samples, setup.baseline.dataset === side.dataset);
    paired.push({ side, metrics, samples, ...pairing });
  }
  return paired;
}

/** Returns the indexes of the first evaluator of a type that both sides have; undefined if there is none. */
function placesOfType(sides: PerSide<ComparedConditions>, type: string): PerSide<number> | undefined {
  const isOfType = (evaluator: { key: string; type: string }) => evaluator.type === type;
  const found = sides.baseline.evaluators
    .filter(isOfType)
    .find(({ key }) => sides.candidate.evaluators.some((other) => isOfType(other) && other.key === key));
  return found && placesOf(sides, found.key);
}

/** Figures by candidate. */
type ByCandidate<Figures> = ReadonlyMap<Candidate, Figures>;

const byCandidate = <Figures>(
  candidates: readonly Candidate[],
  figures: readonly Figures[],
): ByCandidate<Figures> =>
  new Map(
    candidates.flatMap((candidate, index) => {
      const own = figures[index];
      return own === undefined ? [] : [[candidate, own]];
    }),
  );

type KeyedFigures = ComparisonFigures["metrics"][number];

/** Compares each evaluator's scores and passed samples, over the candidates that have this evaluator. */
function* compareMetrics(
  baseline: SideConditions,
  candidates: readonly Candidate[],
): Steps<ByCandidate<KeyedFigures[]>> {
  const compared = new Map(candidates.map((candidate): [Candidate, KeyedFigures[]] => [candidate, []]));
  for (const { key } of baseline.evaluators) {
    const own = candidates.filter(({ metrics }) => metrics.includes(key));
    const withPlaces = own.map((one) => ({
      ...one,
      places: placesOf({ baseline, candidate: one.side }, key),
    }));
    const scores = withPlaces.map((one) => ({ ...one, read: readScores(one.places) }));
    const passes = withPlaces.map((one) => ({ ...one, read: readPassed(one.places) }));
    const figures = byCandidate(own, yield* compareCommonScores(scores));
    for (const [candidate, passed] of byCandidate(own, yield* compareCommonOutcomes(passes, 1))) {
      const ofScores = figures.get(candidate);
      if (ofScores) compared.get(candidate)?.push({ key, figures: ofScores, passed });
    }
  }
  return compared;
}

type SafetyFigures = ComparisonFigures["safety"];

/** Compares the samples that failed each safety check, over the candidates that have the check's evaluator. */
function* compareSafety(
  baseline: SideConditions,
  candidates: readonly Candidate[],
): Steps<ByCandidate<SafetyFigures>> {
  const compared = new Map(candidates.map((candidate): [Candidate, SafetyFigures] => [candidate, {}]));
  for (const item of safetyItems) {
    const own: Candidate[] = [];
    const values = candidates.flatMap((candidate) => {
      const places = placesOfType({ baseline, candidate: candidate.side }, checkedBy[item]);
      if (!places) return [];
      own.push(candidate);
      return [{ ...candidate, read: readSafety(places, item) }];
    });
    const figures = byCandidate(own, yield* compareCommonOutcomes(values, -1));
    for (const [candidate, share] of figures) addSafety(compared, { candidate, item, share });
  }
  return compared;
}

function addSafety(
  compared: Map<Candidate, SafetyFigures>,
  {
    candidate,
    item,
    share,
  }: { candidate: Candidate; item: SafetyItem; share: NonNullable<SafetyFigures[SafetyItem]> },
): void {
  compared.set(candidate, { ...compared.get(candidate), [item]: share });
}

/** Returns whether a sample of both evaluations was scored by a shared evaluator on one side only. */
function hasOtherCoverage(baseline: SideConditions, { side, pairs }: Candidate): boolean {
  const sides = { baseline, candidate: side };
  return coverageDiffers(pairs, [null, ...sharedMetrics(sides).map((key) => placesOf(sides, key))]);
}

/** Refuses to compare without a sample that the baseline and all candidates scored. */
function checkPaired(setup: ComparisonSetup, combined: ByCandidate<MetricFigures>): void {
  const several = setup.candidates.length > 1;
  for (const [index, [{ side, caseChanged }, figures]] of [...combined].entries()) {
    if (figures.n_paired + figures.n_not_common > 0) continue;
    const path = several ? `/candidates/${index}` : undefined;
    throw notComparable({ baseline: setup.baseline.id, candidate: side.id, caseChanged, path });
  }
  for (const { n_paired: n } of combined.values())
    if (n === 0) throw noCommonSamples(setup.candidates.length);
}

/**
 * Compares candidates with one baseline, over the samples that all of them scored.
 *
 * @returns one comparison per candidate, in the same order.
 * @throws {ApiError} 422 if no sample was scored in all of the evaluations.
 */
export function* compareSamples(setup: ComparisonSetup, samples: ComparedSamples): Steps<Comparison[]> {
  const { baseline, margin } = setup;
  const candidates = yield* pairCandidates(setup, samples);
  const scores = candidates.map((one) => ({ ...one, read: readScores(null) }));
  const combined = byCandidate(candidates, yield* compareCommonScores(scores));
  checkPaired(setup, combined);
  const passes = candidates.map((one) => ({ ...one, read: readPassed(null) }));
  const passed = byCandidate(candidates, yield* compareCommonOutcomes(passes, 1));
  const metrics = yield* compareMetrics(baseline, candidates);
  const safety = yield* compareSafety(baseline, candidates);
  const effective = byCandidate(candidates, effectiveMeans(candidates));
  const figures = candidates.flatMap((candidate): ComparisonFigures[] => {
    const [own, share, means] = [combined.get(candidate), passed.get(candidate), effective.get(candidate)];
    if (!own || !share || !means) return [];
    const sides = {
      baseline: { ...baseline, effectiveScore: means.baseline },
      candidate: { ...candidate.side, effectiveScore: means.candidate },
    };
    const { caseChanged } = candidate;
    const more = { metrics: metrics.get(candidate) ?? [], safety: safety.get(candidate) ?? {} };
    const differs = hasOtherCoverage(baseline, candidate);
    return [{ sides, combined: own, passed: share, ...more, caseChanged, coverageDiffers: differs, margin }];
  });
  return concludeComparisons(figures);
}

/** Returns the comparison of the only candidate. */
export function onlyComparison([comparison]: readonly Comparison[]): Comparison {
  if (!comparison) throw new Error("A comparison of two evaluations has one candidate.");
  return comparison;
}
