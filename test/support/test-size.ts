/** Whether the tests that try to break things run at full size (`npm run torture`), or at one that fits every run. */
export const fullSize = process.env["ASSAY_TEST_SIZE"] === "full";

/** A number of the tests that try to break things: what fits every run, and what a full one takes. */
export const bySize = (usual: number, full: number): number => (fullSize ? full : usual);

/** What random tests begin with: `ASSAY_TEST_SEED`, or one that is the same every time, so that a run is like the last. */
export const testSeed = Number(process.env["ASSAY_TEST_SEED"] ?? 1);
