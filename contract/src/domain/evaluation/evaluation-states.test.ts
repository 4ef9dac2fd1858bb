import { describe, expect, test } from "vitest";
import {
  cancellationIn,
  durationSeconds,
  evaluationStatuses,
  isFinal,
  mayBecome,
  statesBefore,
} from "./evaluation-states.ts";

describe("the states of an evaluation", () => {
  test("change only as the transition table allows", () => {
    const moves = evaluationStatuses.flatMap((from) =>
      evaluationStatuses.filter((to) => mayBecome(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(moves).toEqual([
      "pending → running",
      "pending → cancelled",
      "running → completed",
      "running → failed",
      "running → cancelled",
    ]);
  });

  test("from which an update may start are those before its target state", () => {
    expect(statesBefore("cancelled")).toEqual(["pending", "running"]);
    expect(statesBefore("failed")).toEqual(["running"]);
    expect(statesBefore("pending")).toEqual([]);
  });

  test("are final if they have no successor", () => {
    expect(evaluationStatuses.filter(isFinal)).toEqual(["completed", "failed", "cancelled"]);
  });

  test("determine the effect of a cancel request", () => {
    expect(evaluationStatuses.map(cancellationIn)).toEqual([
      "cancel",
      "cancel",
      "refuse",
      "refuse",
      "same_answer",
    ]);
  });
});

describe("the duration of an evaluation", () => {
  test.each([
    [0, 999, 0],
    [0, 1000, 1],
    [1500, 9499, 7],
    [5000, 4000, 0],
  ])("from %i ms to %i ms is %i s", (started, completed, seconds) => {
    expect(durationSeconds(started, completed)).toBe(seconds);
  });
});
