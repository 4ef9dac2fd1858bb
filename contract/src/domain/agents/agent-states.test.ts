import { describe, expect, test } from "vitest";
import { agentMayAct, agentMove, agentStatuses, agentTransitions } from "./agent-states.ts";

describe("an agent", () => {
  test("moves along pending → active ⇄ suspended → retired, and through quarantine, and along no other path", () => {
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

  test("already in the requested state changes nothing", () => {
    for (const status of agentStatuses) expect(agentMove(status, status)).toBe("nothing");
  });

  test("cannot become active directly from quarantine, nor at all once retired", () => {
    expect(agentMove("quarantined", "active")).toBe("refuse");
    expect(agentTransitions.retired).toEqual([]);
  });

  test("may act only if active; an unknown state may not", () => {
    expect(agentStatuses.filter(agentMayAct)).toEqual(["active"]);
    for (const other of ["", "Active", " active", "ready", "actived"]) expect(agentMayAct(other)).toBe(false);
  });
});
