import { describe, expect, test } from "vitest";
import { agentMayAct, agentMove, agentStatuses, agentTransitions } from "./agent-states.ts";

describe("an agent", () => {
  test("moves along pending → active ⇄ suspended → retired, and through quarantine, and nowhere else", () => {
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

  test("never comes back from quarantine to action at once, nor from retirement at all", () => {
    expect(agentMove("quarantined", "active")).toBe("refuse");
    expect(agentTransitions.retired).toEqual([]);
  });

  test("may act when it is active, and with no other text for a state", () => {
    expect(agentStatuses.filter(agentMayAct)).toEqual(["active"]);
    for (const other of ["", "Active", " active", "ready", "actived"]) expect(agentMayAct(other)).toBe(false);
  });
});
