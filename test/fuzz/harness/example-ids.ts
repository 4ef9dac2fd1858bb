import { exampleIds } from "../../../contract/src/platform/example-values.ts";

/** Ids that their makers choose: what `createWorld` makes under them. */
export const chosenIds: Readonly<Record<string, string>> = {
  agent: "triage-bot",
  entity: "chart-118",
  policy: "chart-exports",
};

type Kind = keyof typeof exampleIds;

/** Further ids of a kind, of the form of the contract's examples. */
const further = (kind: Kind, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${exampleIds[kind].slice(0, -2)}0${index}`);

/**
 * What operations take that a thing can be put through once, or that needs a second thing of its kind: `createWorld` makes
 * it ready for them under these ids.
 */
export const spareIds = {
  /** Nothing uses them: they can be deleted. */
  dataset: further("dataset", 3),
  /** They wait for a worker, and go on waiting: they can be cancelled. */
  evaluation: further("evaluation", 3),
  /** Another one, to whom tasks can be given. */
  reviewer: further("reviewer", 1),
  /** They have open places. */
  task: further("task", 3),
  /** Of the example's webhook: they can be sent again. */
  delivery: further("delivery", 2),
  /** They have reserved money: they can be settled. */
  decision: further("decision", 4),
  /** They are pending: they can be decided. */
  approval: further("approval", 4),
} satisfies Partial<Record<Kind, string[]>>;

const spares: Partial<Record<string, string[]>> = spareIds;

/** The example id of a kind of thing, and those that stand for others of its kind; the first is the example's. */
export const idsOf = (kind: string): string[] => {
  const example = Object.entries(exampleIds).find(
    ([key]) => key.toLowerCase() === kind.replaceAll(/[_ ]/g, "").toLowerCase(),
  );
  return example ? [example[1], ...(spares[example[0]] ?? [])] : [];
};

/** The ids that a field may hold, by its name: those of datasets in `datasets` and `dataset_id`. */
export const idsNamed = (name: string): string[] => idsOf(name.replace(/_ids?$/, "").replace(/s$/, ""));
