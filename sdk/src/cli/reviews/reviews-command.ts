import type { AddCommand } from "../program.ts";
import { addAdjudicationCommands } from "./adjudication/adjudication-commands.ts";
import { addImportCommand } from "./import-command.ts";
import { claimTask } from "./claim-command.ts";
import { parseLimit, parsePriority, type QueueOptions, showQueue } from "./queue-command.ts";
import { type ProgressOptions, showProgress } from "./progress-command.ts";
import { type DraftOptions, storeDraft } from "./drafts/draft-command.ts";
import { revealItem } from "./reveal-command.ts";
import { repeated, withGrades } from "./grade-options.ts";
import type { SubmittedOptions } from "./review-body.ts";
import { showNext, showSample } from "./show-command.ts";
import { parseActiveSeconds, parseOverride, submitReview } from "./submit-command.ts";

const help = `
The API key must belong to a reviewer, except for progress, disagreements, references and import. To create such a key, set the field "reviewer".

Examples:
  $ assay reviews queue --priority urgent
  $ assay reviews claim
  $ assay reviews next
  $ assay reviews show task_01j… smp_01j…
  $ assay reviews draft task_01j… smp_01j… --grade accuracy=too_low --notes "Check the pulse."
  $ assay reviews submit task_01j… smp_01j… --grade accuracy=too_low --confidence accuracy=high \\
      --override 0 --notes "Chest pain with sweating is emergent."`;

const endHelp = `
If nothing is left, the command says so and exits with 0; with --json, it prints null.`;

const draftHelp = `
The command adds to the stored draft: given grades, notes and overrides replace stored ones, flags are added. With
--replace, only the given contents are stored. With --stdin, a member that is null is removed from the draft.`;

const submitHelp = `
The review includes your stored draft; given grades, notes and overrides replace those of the draft, flags are added.
With --stdin, the review is exactly the JSON object. The submission deletes the draft.`;

/** `assay reviews …`: commands for reviewers. */
export const addReviewsCommand: AddCommand = (program, context) => {
  const reviews = program
    .command("reviews")
    .description("review samples: queue, claim, submit, adjudicate, show progress, import ratings")
    .addHelpText("after", help);
  reviews
    .command("queue")
    .description("list your queue by urgency, then claimable tasks")
    .option("--project <id>", "filter by project id")
    .option("--priority <priority>", "filter by priority: urgent, high, normal or low", parsePriority)
    .option("--limit <n>", "maximum number of samples to list, 1 to 100 (default: 20)", parseLimit)
    .action((options: QueueOptions) => showQueue(options, context()));
  reviews
    .command("claim")
    .description("claim a task (default: the most urgent claimable one)")
    .argument("[task]", "task id: task_…")
    .addHelpText("after", endHelp)
    .action((task: string | undefined) => claimTask(task, context()));
  reviews
    .command("show")
    .description("show a sample with the answer to review, and its rubric")
    .argument("<task>", "task id: task_…")
    .argument("[sample]", "sample id: smp_… (default: the first sample of the task)")
    .action((task: string, sample: string | undefined) => showSample(task, sample, context()));
  addItemCommands(reviews, context);
  addSubmitCommand(reviews, context);
  reviews
    .command("progress")
    .description("show the progress of a task or of all reviews, with a row per reviewer")
    .argument("[task]", "task id: task_… (default: all tasks)")
    .option("--project <id>", "filter by project id")
    .option("--period <days>", "period of ended tasks and completed reviews, such as 7d (default: 30d)")
    .action((task: string | undefined, options: ProgressOptions) => showProgress(task, options, context()));
  addAdjudicationCommands(reviews, context);
  addImportCommand(reviews, context);
};

/** Adds the options for the contents of a review. */
const withContents = (command: Parameters<typeof withGrades>[0]) =>
  withGrades(command)
    .option("--confidence <dimension=word>", "confidence: high, medium or low; may be repeated", repeated)
    .option("--override <score>", "score from 0 to 100 that replaces the automated score", parseOverride)
    .option("--notes <text>", "notes on the review")
    .option("--notes-file <file>", "file with notes on the review (- for stdin)")
    .option("--flag <word>", "flag to set on the review, for filtering; may be repeated", repeated)
    .option("--stdin", "read the review as a JSON object from stdin");

const addSubmitCommand: AddCommand = (reviews, context) => {
  withContents(reviews.command("submit").description("submit a review with your draft, or a new revision"))
    .option("--evaluator <key>", "evaluator whose score to override (default: the evaluator of the task)")
    .option(
      "--active-seconds <n>",
      "time of work on the sample since its last submission (seconds)",
      parseActiveSeconds,
    )
    .addHelpText("after", submitHelp)
    .action((task: string, sample: string, options: SubmittedOptions) =>
      submitReview({ task, sample }, options, context()),
    );
};

const addItemCommands: AddCommand = (reviews, context) => {
  reviews
    .command("next")
    .description("show the next pending sample of a task (default: of your queue)")
    .argument("[task]", "task id: task_…")
    .addHelpText("after", endHelp)
    .action((task: string | undefined) => showNext(task, context()));
  withContents(reviews.command("draft").description("store a draft of a review, or add to the stored one"))
    .option("--replace", "store only the given contents instead of adding to the stored draft")
    .option("--clear", "delete the draft instead")
    .addHelpText("after", draftHelp)
    .action((task: string, sample: string, options: DraftOptions) =>
      storeDraft({ task, sample }, options, context()),
    );
  reviews
    .command("reveal")
    .description("show what a blind sample hid, with your grades next to those of others")
    .argument("<task>", "task id: task_…")
    .argument("<sample>", "sample id: smp_…")
    .action((task: string, sample: string) => revealItem({ task, sample }, context()));
};
