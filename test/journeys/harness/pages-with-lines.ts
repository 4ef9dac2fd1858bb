import type { Page } from "./page-lines.ts";

const longNotes = `@id("long-notes")
@absent("allow")
forbid (principal, action, resource == tool::"chart.write")
when { context.numbers.args has length && context.numbers.args.length.greaterThan(decimal("400.0")) }
unless { context.facts.approved };
`;

/** The pages in `docs` with shell lines, with the files that they name and with exit codes other than 0. */
export const pages: Readonly<Record<string, Page>> = {
  "docs/how-to/evaluate-and-gate.md": {
    codes: [
      [/--max-under-triage 5%/, 1],
      // 3 of 69 red flags are missed, so the upper bound is above the limit.
      [/--max-missed-flags 5%/, 1],
      [/--fail-on-regression/, 1],
    ],
  },
  "docs/how-to/import-samples.md": {
    files: () =>
      Promise.resolve({
        "quiz.jsonl": `{"question_id": 1, "question": "Which letter comes first?", "answer": "A", "model_answer": "A"}\n`,
      }),
  },
  "docs/how-to/import-ratings.md": {
    files: () =>
      Promise.resolve({
        "ratings.csv": "external_id,rater,dimension,value\nchest-pain-01,Dr Ada Moreau,accuracy,too_low\n",
        "wide.csv": "external_id,Dr A,Dr B\nchest-pain-01,too_low,too_low\nchest-pain-02,correct,too_low\n",
      }),
  },
  "docs/how-to/read-scores.md": {},
  "docs/how-to/review-samples.md": {},
  "docs/how-to/export-scores.md": {},
  "docs/how-to/register-agents.md": {},
  "docs/how-to/record-events.md": { codes: [[/evidence watch/, 124]] },
  "docs/how-to/verify-evidence.md": {
    files: async ({ control }) => {
      await control.events.create({ type: "tool_call", data: {} });
      return {};
    },
  },
  "docs/how-to/verify-a-record.md": {
    files: async ({ control }) => ({
      "record.json": JSON.stringify(await control.records.sign({ verdict: "approved" })),
      "keys.json": JSON.stringify(await control.evidence.keys()),
    }),
  },
  "docs/how-to/write-a-policy.md": {
    files: async ({ control }) => {
      await control.agents.create({ id: "triage-bot", tools: ["chart.write"] });
      return { "policies/long-notes.cedar": longNotes, "draft.cedar": longNotes };
    },
  },
};

/** Pages whose lines are run by hosting-docs.full.test.ts and test/packages/registry.matrix.test.ts. */
export const pagesElsewhere = ["docs/how-to/host.md", "docs/how-to/test-with-the-mock.md"];
