import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assignSlots, type Candidate, compareCandidates, type OpenTask } from "./assign-slots.ts";

const now = 1_000;
const candidate = (id: string, given: Partial<Candidate> = {}): Candidate => ({
  id,
  credentials: ["MD"],
  specialty: null,
  projects: null,
  credentialExpiresAt: null,
  available: true,
  pending: 0,
  lastActiveAt: null,
  createdAt: 0,
  ...given,
});
const task = (id: string, given: Partial<OpenTask> = {}): OpenTask => ({
  id,
  project: "p",
  mode: "auto",
  wanted: null,
  requiredCredentials: [],
  specialty: null,
  reviewsRequired: 1,
  holders: [],
  samples: 1,
  declined: new Set(),
  ...given,
});
/** Returns `task-reviewer` for each assigned slot. */
const given = (tasks: OpenTask[], reviewers: Candidate[]) =>
  assignSlots(tasks, reviewers, now).map((slot) => `${slot.task}-${slot.reviewer}`);

describe("the assigned reviewer", () => {
  test("has the fewest pending samples, then the longest idle time, then the earliest creation", () => {
    const order = [
      candidate("busy", { pending: 2 }),
      candidate("young", { createdAt: 9 }),
      candidate("active", { lastActiveAt: 500 }),
      candidate("idle", { lastActiveAt: 400 }),
      candidate("old", { createdAt: 1 }),
      candidate("old twin", { createdAt: 1 }),
    ].toSorted(compareCandidates);
    expect(order.map(({ id }) => id)).toEqual(["old", "old twin", "young", "idle", "active", "busy"]);
  });

  test("depends on the earlier assignments in the same pass", () => {
    const reviewers = [candidate("a"), candidate("b", { createdAt: 1 })];
    // Reviewer a, the oldest, gets 3 samples. Reviewer b then gets 1, 1 and 1, so that both have 3. The
    // assignment of a was earlier, but all assignments in one pass have the same time, so the older reviewer
    // goes first.
    const tasks = [task("1", { samples: 3 }), task("2"), task("3"), task("4"), task("5")];
    expect(given(tasks, reviewers)).toEqual(["1-a", "2-b", "3-b", "4-b", "5-a"]);
  });

  test("is available and qualified, does not hold the task, and has not declined it", () => {
    const reviewers = [
      candidate("away", { available: false }),
      candidate("nurse", { credentials: ["RN"] }),
      candidate("expired", { credentialExpiresAt: now }),
      candidate("elsewhere", { projects: ["q"] }),
      candidate("holder"),
      candidate("declined"),
    ];
    const needy = task("1", {
      requiredCredentials: ["MD"],
      reviewsRequired: 4,
      holders: ["holder"],
      declined: new Set(["declined"]),
    });
    expect(given([needy], reviewers)).toEqual([]);
    expect(given([needy], [...reviewers, candidate("free")])).toEqual(["1-free"]);
  });

  test("is the named reviewer for one slot of a manual task; its other slots stay open", () => {
    const reviewers = [candidate("a"), candidate("b")];
    const manual = task("1", { mode: "manual", wanted: "b", reviewsRequired: 2 });
    expect(given([manual], reviewers)).toEqual(["1-b"]);
    expect(given([{ ...manual, declined: new Set(["b"]) }], reviewers)).toEqual([]);
    expect(given([{ ...manual, wanted: "c" }], reviewers)).toEqual([]);
  });

  test("does not exist for a task in a pool", () => {
    expect(given([task("1", { mode: "pool" })], [candidate("a")])).toEqual([]);
  });
});

test("the mode auto fills as many slots as possible, each of a task's slots with a different reviewer, and distributes tasks evenly", () => {
  const many = fc.record({
    reviewers: fc.integer({ min: 0, max: 5 }),
    required: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 12 }),
  });
  fc.assert(
    fc.property(many, ({ reviewers, required }) => {
      const people = Array.from({ length: reviewers }, (_, index) => candidate(`r${index}`));
      const tasks = required.map((reviewsRequired, index) => task(`t${index}`, { reviewsRequired }));
      const result = assignSlots(tasks, people, now);
      for (const { id, reviewsRequired } of tasks) {
        const holders = result.filter((slot) => slot.task === id).map(({ reviewer }) => reviewer);
        expect(holders).toHaveLength(Math.min(reviewsRequired, reviewers));
        expect(new Set(holders).size).toBe(holders.length);
      }
      const loads = people.map(({ id }) => result.filter(({ reviewer }) => reviewer === id).length);
      if (loads.length > 0) expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
    }),
  );
});
