import type { Page } from "./page-lines.ts";

const longNotes = `@id("long-notes")
forbid (principal, action, resource == tool::"chart.write")
when { context.args has length && context.args.length > 400 && !context.facts.approved };
`;

/** The pages of `docs` with shell lines, with the files that they name. */
export const pages: Readonly<Record<string, Page>> = {
  "docs/scores.md": {},
  "docs/reviewing.md": {},
  "docs/exporting.md": {},
  "docs/evidence.md": {
    files: async ({ control }) => {
      await control.events.create({ type: "tool_call", data: {} });
      return {};
    },
  },
  "docs/records.md": {
    files: async ({ control }) => ({
      "record.json": JSON.stringify(await control.records.sign({ verdict: "approved" })),
      "keys.json": JSON.stringify(await control.evidence.keys()),
    }),
  },
  "docs/deciding.md": {
    files: async ({ control }) => {
      await control.agents.create({ id: "triage-bot", tools: ["chart.write"] });
      return { "policies/long-notes.cedar": longNotes, "draft.cedar": longNotes };
    },
  },
};

/** Pages whose lines hosting-docs.full.test.ts and test/packages/registry.matrix.test.ts run. */
export const pagesElsewhere = ["docs/hosting.md", "docs/testing.md"];
