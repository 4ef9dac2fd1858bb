import type { AddCommand } from "../program.ts";
import { claimTask } from "./claim-command.ts";
import { parseLimit, parsePriority, type QueueOptions, showQueue } from "./queue-command.ts";
import { showSample } from "./show-command.ts";
import { parseOverride, type SubmitOptions, submitReview } from "./submit-command.ts";

const help = `
The API key must be a reviewer's: one that was created with "reviewer".

Examples:
  $ assay reviews queue --priority urgent
  $ assay reviews claim
  $ assay reviews show task_01j… smp_01j…
  $ assay reviews submit task_01j… smp_01j… --grade accuracy=too_low --confidence accuracy=high \\
      --override 0 --notes "Chest pain with sweating is emergent."`;

const repeated = (one: string, before: string[] | undefined): string[] => [...(before ?? []), one];

/** `assay reviews …`: what a reviewer does. */
export const addReviewsCommand: AddCommand = (program, context) => {
  const reviews = program
    .command("reviews")
    .description("review samples: see your queue, claim a task, submit a review")
    .addHelpText("after", help);
  reviews
    .command("queue")
    .description("what waits for you, the most urgent first, and what you could claim")
    .option("--project <id>", "only this project")
    .option("--priority <priority>", "only urgent, high, normal or low ones", parsePriority)
    .option("--limit <n>", "show at most so many, 1 to 100 (20)", parseLimit)
    .action((options: QueueOptions) => showQueue(options, context()));
  reviews
    .command("claim")
    .description("take a task: the one named, or the most urgent one that is open for you")
    .argument("[task]", "id of the task: task_…")
    .action((task: string | undefined) => claimTask(task, context()));
  reviews
    .command("show")
    .description("a sample to review, and the rubric that it is graded by")
    .argument("<task>", "id of the task: task_…")
    .argument("[sample]", "id of the sample: smp_…; left out: the task's first")
    .action((task: string, sample: string | undefined) => showSample(task, sample, context()));
  addSubmitCommand(reviews, context);
};

const addSubmitCommand: AddCommand = (reviews, context) => {
  reviews
    .command("submit")
    .description("grade a sample; again: a new revision")
    .argument("<task>", "id of the task: task_…")
    .argument("<sample>", "id of the sample: smp_…")
    .option(
      "-g, --grade <dimension=value>",
      "a grade; several options separated by commas; may be repeated",
      repeated,
    )
    .option("--grades <file>", "a JSON file of grades as the API takes them; - is stdin")
    .option("--not-assessable <dimension>", "cannot be judged; may be repeated", repeated)
    .option("--confidence <dimension=word>", "how sure you are: high, medium, low; may be repeated", repeated)
    .option("--override <score>", "put this score, 0 to 100, in place of the automated one", parseOverride)
    .option("--evaluator <key>", "the evaluator whose score is overridden (default: the task's)")
    .option("--notes <text>", "what you have to say")
    .option("--notes-file <file>", "a file that says it; - is stdin")
    .option("--flag <word>", "a word to find the review by; may be repeated", repeated)
    .action((task: string, sample: string, options: SubmitOptions) =>
      submitReview({ task, sample }, options, context()),
    );
};
