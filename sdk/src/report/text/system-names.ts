import type { Comparison } from "../../generated/types.ts";

/** An object with an id and a name, such as an evaluation. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the name of each object, in order. The id follows a name that several objects have.
 *
 * @param objects distinct objects; an object that occurs twice gives the same name twice.
 */
export function distinctNames(objects: readonly Named[]): string[] {
  const isOnly = ({ id, name }: Named): boolean =>
    objects.every((other) => other.id === id || other.name !== name);
  return objects.map((object) => (isOnly(object) ? object.name : `${object.name} (${object.id})`));
}

/** Returns the objects with distinct names: the id follows a name that several of them have. */
export function withDistinctNames<Item extends Named>(objects: readonly Item[]): Item[] {
  const names = distinctNames(objects);
  return objects.map((object, index) => ({ ...object, name: names[index] ?? object.name }));
}

/**
 * Returns comparisons in which each system has a name that no other system has, so that sentences about one comparison
 * remain clear beside the others.
 *
 * @param others further systems that are shown with the comparisons.
 */
export function withDistinctSystems(
  comparisons: readonly Comparison[],
  others: readonly Named[] = [],
): Comparison[] {
  const systems = comparisons.flatMap(({ baseline, candidate }) => [baseline, candidate]);
  const names = distinctNames([...systems, ...others]);
  return comparisons.map((comparison, index) => {
    const [before = "", after = ""] = names.slice(2 * index);
    return {
      ...comparison,
      baseline: { ...comparison.baseline, name: before },
      candidate: { ...comparison.candidate, name: after },
    };
  });
}
