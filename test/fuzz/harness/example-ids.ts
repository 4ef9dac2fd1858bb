import { exampleIds } from "../../../contract/src/platform/example-values.ts";

/** Ids that callers choose; `createExampleWorkspace` creates objects with these ids. */
export const chosenIds: Readonly<Record<string, string>> = {
  agent: "triage-bot",
  entity: "chart-118",
  policy: "chart-exports",
};

type Kind = keyof typeof exampleIds;

/** Returns `count` more ids of a kind, in the same form as the ids in the contract's examples. */
const further = (kind: Kind, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${exampleIds[kind].slice(0, -2)}0${index}`);

/**
 * Objects for operations that change an object only once or that need a second object of its kind.
 * `createExampleWorkspace` creates them under these ids.
 */
export const spareIds = {
  /** Unreferenced objects, which can be deleted. */
  dataset: further("dataset", 3),
  /** Jobs that never start, and can therefore be cancelled. */
  evaluation: further("evaluation", 3),
  /** Another reviewer, for assignments. */
  reviewer: further("reviewer", 1),
  /** Tasks with open slots. */
  task: further("task", 3),
  /** Deliveries to the example webhook, which can be sent again. */
  delivery: further("delivery", 2),
  /** Decisions with reserved cost, which can be settled. */
  decision: further("decision", 4),
  /** Pending approvals, which can be decided. */
  approval: further("approval", 4),
} satisfies Partial<Record<Kind, string[]>>;

const spares: Partial<Record<string, string[]>> = spareIds;

/** Returns the example ids of a kind, starting with the one in the contract's example. */
export const idsOf = (kind: string): string[] => {
  const example = Object.entries(exampleIds).find(
    ([key]) => key.toLowerCase() === kind.replaceAll(/[_ ]/g, "").toLowerCase(),
  );
  return example ? [example[1], ...(spares[example[0]] ?? [])] : [];
};

/**
 * Returns the ids that a field may hold, based on its name: `datasets` and `dataset_id` hold dataset ids, and
 * `baseline` holds the id of a completed evaluation.
 */
export const idsNamed = (name: string): string[] =>
  name === "baseline" ? [exampleIds.evaluation] : idsOf(name.replace(/_ids?$/, "").replace(/s$/, ""));
