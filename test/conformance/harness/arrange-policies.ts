// Definitions that the policy scenarios share.
export const exportsText = `@message("Exports of charts wait for a human.")
forbid (principal is agent, action, resource == tool::"chart.export")
unless { context.facts.approved };
`;

/** A policy that requires approval for chart exports. */
export const chartExports = {
  id: "chart-exports",
  name: "Chart exports",
  text: exportsText,
  outcome: "ask" as const,
  code: "export_needs_approval",
  tests: [
    {
      name: "requires approval",
      request: { resource: { type: "tool", id: "chart.export" } },
      expect: "ask" as const,
    },
    { name: "lets others be", expect: "none" as const },
  ],
};
export const path = "/api/policies";
export const baselineIds = ["latch-0", "latch-1", "latch-2", "latch-3", "latch-4", "latch-5"];
