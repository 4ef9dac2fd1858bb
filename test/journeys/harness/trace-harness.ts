// Code that the tracing journeys share: the caller's trace, an evaluation through all parts, and clean-up
// after a test.
import type { Assay } from "@assay/sdk";
import { afterEach } from "vitest";

/**
 * Closes objects after each test in the file, in reverse order. @returns the list of functions that close
 * objects, and a function that adds an object to be closed.
 */
export function useClosing() {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  const closed = <T extends { close: () => Promise<unknown> }>(one: T): T => {
    closing.push(() => one.close());
    return one;
  };
  return { closing, closed };
}

/** The caller's trace id. */
export const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
/** The header that contains this trace id. */
export const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
/** A trace's second header. */
export const tracestate = "vendor=opaque";

/** Registers a webhook for the completion of evaluations, and runs an evaluation with a custom evaluator. */
export async function evaluate(
  assay: Assay,
  { score, hook }: { score: string; hook: string },
): Promise<string> {
  const project = await assay.projects.create({ name: "Nurse line" });
  const dataset = await assay.datasets.create({ name: "February", project: project.id });
  await assay.samples.create(dataset.id, {
    samples: [
      {
        input: { text: "chest pain" },
        expected: { triage_level: "emergent" },
        output: { triage_level: "emergent" },
      },
    ],
  });
  await assay.webhooks.create({ event_types: ["evaluation.completed"], url: hook });
  const { id } = await assay.evaluations.create({
    name: "February",
    project: project.id,
    dataset: dataset.id,
    evaluators: [{ type: "triage_accuracy" }, { type: "custom", config: { webhook_url: score } }],
  });
  await assay.evaluations.wait(id);
  return id;
}
