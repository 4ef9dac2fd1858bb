/** Groups of samples. A group's count is the sum of the counts of its samples. */
export interface SampleGroups {
  /** Start offset of each group in `samples`, followed by the total length. */
  starts: Int32Array;
  samples: Int32Array;
}

/** Collects samples in groups that are identified by integer keys. */
export class SampleGrouping {
  readonly #groups = new Map<number, number[]>();

  add(key: number, sample: number): void {
    const group = this.#groups.get(key);
    if (group) group.push(sample);
    else this.#groups.set(key, [sample]);
  }

  /** Returns the keys in ascending order, and their groups in the same order. */
  groups(): { keys: number[]; groups: SampleGroups } {
    const sorted = [...this.#groups].toSorted(([one], [other]) => one - other);
    const starts = new Int32Array(sorted.length + 1);
    for (const [place, [, samples]] of sorted.entries()) {
      starts[place + 1] = (starts[place] ?? 0) + samples.length;
    }
    const samples = new Int32Array(starts.at(-1) ?? 0);
    for (const [place, [, group]] of sorted.entries()) samples.set(group, starts[place]);
    return { keys: sorted.map(([key]) => key), groups: { starts, samples } };
  }
}

/**
 * Computes the count of each group.
 *
 * @param groups the groups, each with its samples.
 * @param times how often each sample occurs.
 * @param counts receives one count for each group; existing values are overwritten.
 */
export function countGroups(groups: SampleGroups, times: Int32Array, counts: Float64Array): void {
  const { starts, samples } = groups;
  let at = 0;
  for (let group = 0; group < counts.length; group += 1) {
    const end = starts[group + 1] ?? 0;
    let count = 0;
    for (; at < end; at += 1) count += times[samples[at] ?? 0] ?? 0;
    counts[group] = count;
  }
}
