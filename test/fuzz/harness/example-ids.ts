import { exampleIds } from "../../../contract/src/platform/example-values.ts";

/** Ids that callers choose; `createExampleWorkspace` creates objects with these ids. */
export const chosenIds: Readonly<Record<string, string>> = {
  agent: "triage-bot",
  entity: "chart-118",
  policy: "chart-exports",
};

type Kind = keyof typeof exampleIds;

/** Further ids of a kind, in the form of the contract's examples. */
const further = (kind: Kind, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${exampleIds[kind].slice(0, -2)}0${index}`);

/**
 * Objects for operations that change an object only once, or that need a second object of its kind. `createExampleWorkspace`
 * prepares them under these ids.
 */
export const spareIds = {
  /** Unreferenced objects: they can be deleted. */
  dataset: further("dataset", 3),
  /** Jobs that never start: they can be cancelled. */
  evaluation: further("evaluation", 3),
  /** Another reviewer, for assignments. */
  reviewer: further("reviewer", 1),
  /** Tasks with open slots. */
  task: further("task", 3),
  /** Deliveries of the example webhook: they can be sent again. */
  delivery: further("delivery", 2),
  /** Decisions with reserved cost: they can be settled. */
  decision: further("decision", 4),
  /** Pending approvals: they can be decided. */
  approval: further("approval", 4),
} satisfies Partial<Record<Kind, string[]>>;

const spares: Partial<Record<string, string[]>> = spareIds;

/** The example ids of a kind; the first is the one of the contract's example. */
export const idsOf = (kind: string): string[] => {
  const example = Object.entries(exampleIds).find(
    ([key]) => key.toLowerCase() === kind.replaceAll(/[_ ]/g, "").toLowerCase(),
  );
  return example ? [example[1], ...(spares[example[0]] ?? [])] : [];
};

/** The ids that a field may hold, by its name: `datasets` and `dataset_id` hold ids of datasets. */
export const idsNamed = (name: string): string[] => idsOf(name.replace(/_ids?$/, "").replace(/s$/, ""));
