// Shared by the journeys of traces: the caller's trace, an evaluation through all parts, and clean-up after a test.
import type { Assay } from "@assay/sdk";
import { afterEach } from "vitest";

/** Closes objects after each test of the file, the last first. @returns the list of functions, and one that adds an object. */
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

/** The trace of the caller. */
export const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
/** The header with this trace. */
export const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
/** The second header of a trace. */
export const tracestate = "vendor=opaque";

/** An evaluation by a custom evaluator, and a webhook that receives its completion. */
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
