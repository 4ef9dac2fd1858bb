import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Consumer } from "./consumer.ts";
import { checkTypes, countInstantiations, createTypedConsumer } from "./typed-consumer.ts";

/** Maximum number of type instantiations when a program imports the client. */
const instantiationBudget = 1000;

/** Defines the tests of a strict program for each compiler. */
export function describeStrictPrograms(compilers: readonly string[]): void {
  describe.each(compilers)("a strict program under %s, with library checks", (compiler) => {
    let consumer: Consumer;
    beforeAll(() => {
      consumer = createTypedConsumer();
    });
    afterAll(() => consumer.remove());

    test("compiles the types of all packages", async () => {
      // Compile all files in one run, because checking the compiler's own libraries takes longer than
      // checking these files.
      const files = ["client.mts", "client.cts", "alone.mts", "alone.cts", "mock.mts", "others.mts"];
      expect(await checkTypes(consumer, compiler, { files, options: { module: "nodenext" } })).toEqual({
        code: 0,
        output: "",
      });
    });

    test("compiles the types of the client alone, with bundler resolution", async () => {
      const options = { module: "esnext", moduleResolution: "bundler" };
      const files = ["client.mts", "alone.mts"];
      expect(await checkTypes(consumer, compiler, { files, options })).toEqual({ code: 0, output: "" });
    });

    test(`imports the client for at most ${instantiationBudget} instantiations`, async () => {
      // Subtract the tens of thousands of instantiations that the compiler's own libraries cause.
      const none = await countInstantiations(consumer, compiler, "nothing.mts");
      for (const file of ["import-only.mts", "import-alone.mts"]) {
        const added = (await countInstantiations(consumer, compiler, file)) - none;
        expect(added, file).toBeGreaterThan(0);
        expect(added, file).toBeLessThanOrEqual(instantiationBudget);
      }
    });
  });
}
