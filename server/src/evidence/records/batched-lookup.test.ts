import { describe, expect, test } from "vitest";
import { SharedLookUp } from "./batched-lookup.ts";

/** Look-ups that wait until they are let go on. */
function held() {
  const asked: (readonly string[])[] = [];
  const waiting: Held[] = [];
  const shared = new SharedLookUp(async (questions: readonly string[]) => {
    asked.push(questions);
    await new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
    return questions.map((question) => question.toUpperCase());
  });
  /** The look-up that began last. */
  const running = async (): Promise<Held> => {
    for (;;) {
      const last = waiting.shift();
      if (last) return last;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { shared, asked, running };
}

interface Held {
  resolve: () => void;
  reject: (error: Error) => void;
}

describe("a shared look-up", () => {
  test("answers those who ask at a time by one, each its own question", async () => {
    const { shared, asked, running } = held();
    const answers = Promise.all(["a", "b", "c"].map((question) => shared.ask(question)));
    (await running()).resolve();
    expect(await answers).toEqual(["A", "B", "C"]);
    expect(asked).toEqual([["a", "b", "c"]]);
  });

  test("begins after its questions: one that is asked meanwhile waits for the next", async () => {
    const { shared, asked, running } = held();
    const first = shared.ask("a");
    const look = await running();
    const second = shared.ask("a");
    look.resolve();
    expect(await first).toBe("A");
    (await running()).resolve();
    expect(await second).toBe("A");
    expect(asked).toEqual([["a"], ["a"]]);
  });

  test("takes 64 questions, and the rest by the next ones", async () => {
    const { shared, asked, running } = held();
    const answers = Promise.all(Array.from({ length: 70 }, (_, index) => shared.ask(`q${index}`)));
    for (const _ of [1, 2]) (await running()).resolve();
    expect(await answers).toEqual(Array.from({ length: 70 }, (_, index) => `Q${index}`));
    expect(asked.map(({ length }) => length)).toEqual([64, 6]);
  });

  test("that fails fails for those who asked it, and for no one after them", async () => {
    const { shared, running } = held();
    const failed = Promise.allSettled([shared.ask("a"), shared.ask("b")]);
    (await running()).reject(new Error("The connection is lost."));
    const expected = { status: "rejected", reason: new Error("The connection is lost.") };
    expect(await failed).toEqual([expected, expected]);
    const next = shared.ask("c");
    (await running()).resolve();
    expect(await next).toBe("C");
  });

  test("must answer all that was asked", async () => {
    const shared = new SharedLookUp(async (): Promise<string[]> => []);
    await expect(shared.ask("a")).rejects.toThrow("must answer each of its questions");
  });
});
