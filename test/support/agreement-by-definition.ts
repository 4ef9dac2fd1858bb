/** Grades by sample, then by rater; `null` if the rater did not grade the sample. */
export type GradeTable = readonly (readonly (string | number | null)[])[];

type Grade = string | number;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

function combinations<Item>(items: readonly Item[]): [Item, Item][] {
  return items.flatMap((one, index) => items.slice(index + 1).map((other): [Item, Item] => [one, other]));
}

const given = (row: readonly (Grade | null)[]): Grade[] => row.filter((grade) => grade !== null);
const squared = (one: Grade, other: Grade): number => (Number(one) - Number(other)) ** 2;
const unequal = (one: Grade, other: Grade): number => (one === other ? 0 : 1);

/** Computes kappa from two raters' observed and expected disagreement, by enumerating each expected pair. */
function kappaOfPair(pairs: readonly [Grade, Grade][], distance: typeof unequal): number | null {
  const observed = mean(pairs.map(([one, other]) => distance(one, other)));
  const expected = mean(pairs.flatMap(([one]) => pairs.map(([, other]) => distance(one, other))));
  return expected === 0 ? null : 1 - observed / expected;
}

function lightsKappa(table: GradeTable, distance: typeof unequal): number | null {
  const raters = [...(table[0] ?? []).keys()];
  const kappas = combinations(raters).flatMap(([first, second]) => {
    const pairs = table.flatMap((row): [Grade, Grade][] => {
      const [one = null, other = null] = [row[first], row[second]];
      return one === null || other === null ? [] : [[one, other]];
    });
    const kappa = pairs.length < 2 ? null : kappaOfPair(pairs, distance);
    return kappa === null ? [] : [kappa];
  });
  return kappas.length === 0 ? null : mean(kappas);
}

/** Computes alpha from all ordered pairs of grades, within samples and across all samples. */
function alpha(table: GradeTable, distance: typeof unequal): number | null {
  const rows = table.map(given).filter((row) => row.length > 1);
  const within = rows.map(
    (row) => sum(combinations(row).map(([a, b]) => 2 * distance(a, b))) / (row.length - 1),
  );
  const all = rows.flat();
  const expected = sum(combinations(all).map(([a, b]) => 2 * distance(a, b))) / (all.length - 1);
  return expected === 0 ? null : 1 - sum(within) / expected;
}

/**
 * Returns the ordinal distance: the squared number of grades between two grades, including both, of which
 * those equal to one of the two count half.
 */
function ordinalDistance(table: GradeTable): typeof unequal {
  const all = table
    .map(given)
    .filter((row) => row.length > 1)
    .flat();
  const countOf = (accepts: (grade: number) => boolean) =>
    all.filter((grade) => accepts(Number(grade))).length;
  return (one, other) => {
    const [low, high] = [Math.min(Number(one), Number(other)), Math.max(Number(one), Number(other))];
    const between = countOf((grade) => grade >= low && grade <= high);
    const ends = countOf((grade) => grade === low) + countOf((grade) => grade === high);
    return low === high ? 0 : (between - ends / 2) ** 2;
  };
}

/**
 * Computes agreement statistics directly from their definitions, by enumerating every pair. Only tests use
 * it, to check the fast implementations.
 *
 * @param table grades that include at least one sample with two grades.
 * @param categories all categories; numeric categories have distances.
 */
export function agreementByDefinition(table: GradeTable, categories: readonly Grade[]) {
  const rows = table.map(given).filter((row) => row.length > 0);
  const agreements = rows
    .filter((row) => row.length > 1)
    .map((row) => mean(combinations(row).map(([one, other]) => 1 - unequal(one, other))));
  const shares = categories.map((category) =>
    mean(rows.map((row) => row.filter((grade) => grade === category).length / row.length)),
  );
  const observed = mean(agreements);
  const beyond = (chance: number) => (chance > 1 - 1e-12 ? null : (observed - chance) / (1 - chance));
  return {
    percent_agreement: 100 * observed,
    percent_agreement_all: 100 * mean(agreements.map((agreement) => (agreement === 1 ? 1 : 0))),
    cohens_kappa: lightsKappa(table, unequal),
    fleiss_kappa: beyond(sum(shares.map((share) => share ** 2))),
    weighted_kappa: lightsKappa(table, squared),
    krippendorff_alpha: {
      nominal: alpha(table, unequal),
      ordinal: alpha(table, ordinalDistance(table)),
      interval: alpha(table, squared),
    },
    gwet_ac1:
      categories.length < 2
        ? null
        : beyond(sum(shares.map((share) => share * (1 - share))) / (categories.length - 1)),
  };
}
