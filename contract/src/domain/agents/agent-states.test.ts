import { describe, expect, test } from "vitest";
import { agentMayAct, agentMove, agentStatuses, agentTransitions } from "./agent-states.ts";

describe("an agent", () => {
  test("moves only along pending → active ⇄ suspended → retired, and through quarantine", () => {
    const moves = agentStatuses.flatMap((from) =>
      agentStatuses.filter((to) => agentMove(from, to) === "move").map((to) => `${from} → ${to}`),
    );
    expect(moves).toEqual([
      "pending → active",
      "active → suspended",
      "active → quarantined",
      "suspended → active",
      "suspended → quarantined",
      "suspended → retired",
      "quarantined → suspended",
      "quarantined → retired",
    ]);
  });

  test("does not change if it is already in the requested state", () => {
    for (const status of agentStatuses) expect(agentMove(status, status)).toBe("nothing");
  });

  test("cannot become active directly from quarantine, and never after it is retired", () => {
    expect(agentMove("quarantined", "active")).toBe("refuse");
    expect(agentTransitions.retired).toEqual([]);
  });

  test("may act only if it is active; an agent in an unknown state may not act", () => {
    expect(agentStatuses.filter(agentMayAct)).toEqual(["active"]);
    for (const other of ["", "Active", " active", "ready", "actived"]) expect(agentMayAct(other)).toBe(false);
  });
});
