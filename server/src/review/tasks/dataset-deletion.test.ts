import { formatId } from "@assay/contract/platform/ids";
import { describe, expect, test } from "vitest";
import { removeDataset } from "../../evaluation/datasets/dataset-service.ts";
import { outsideTransaction, type Tx } from "../../platform/db/transaction.ts";
import { engines, useJobHarness } from "../../platform/jobs/job-harness.fixture.ts";
import { createTask } from "./create-task.ts";
import { ReviewHarness } from "./review-harness.fixture.ts";

describe.each(engines)("the deletion of a dataset on %s", (engine) => {
  const theHarness = useJobHarness(engine);

  /**
   * Runs work in a transaction, and starts other work before the transaction commits. The other work is given the time of
   * many statements to pass the transaction. @returns the outcome of the other work.
   */
  async function duringTransaction(
    harness: ReviewHarness,
    work: (tx: Tx) => Promise<unknown>,
    other: () => Promise<unknown>,
  ): Promise<unknown> {
    const outcome = await harness.within(async (tx) => {
      await work(tx);
      const started = outsideTransaction(() => other().catch((error: unknown) => error));
      for (let count = 0; count < 100; count += 1) await tx.raw("select 1");
      return { started };
    });
    return outcome.started;
  }

  const remove = (tx: Tx, harness: ReviewHarness) =>
    removeDataset(tx, harness.caller, harness.evaluations.dataset);

  test("waits for a task that is being created, and is then refused", async () => {
    const harness = await ReviewHarness.open(theHarness());
    const body = harness.taskBody();
    const refused = await duringTransaction(
      harness,
      (tx) => createTask(tx, harness.deps, { caller: harness.caller, body }),
      () => harness.within((tx) => remove(tx, harness)),
    );
    expect(refused).toMatchObject({ status: 409, code: "conflict" });
  });

  test("makes the creation of a task wait, which then finds no samples", async () => {
    const harness = await ReviewHarness.open(theHarness());
    const refused = await duringTransaction(
      harness,
      (tx) => remove(tx, harness),
      () => harness.task(),
    );
    const sample = formatId("sample", harness.sampleIds[0] ?? "");
    expect(refused).toMatchObject({ status: 422, message: expect.stringContaining(sample) });
  });
});
