import type { AddCommand } from "../../program.ts";
import { withGrades } from "../grade-options.ts";
import { parseLimit } from "../queue-command.ts";
import { type AdjudicateOptions, adjudicate } from "./adjudicate-command.ts";
import { type DisagreementOptions, parseSpread, showDisagreements } from "./disagreements-command.ts";
import { type ReferenceOptions, showReferences } from "./references-command.ts";

/** `assay reviews disagreements`, `adjudicate` and `references`: commands for leads and adjudicators. */
export const addAdjudicationCommands: AddCommand = (reviews, context) => {
  reviews
    .command("disagreements")
    .description("list samples on which reviewers disagree, the greatest spread first")
    .requiredOption("--rubric <id>", "rubric id: rub_…")
    .option("--dimension <id>", "filter by dimension")
    .option("--task <id>", "filter by the samples of a task: task_…")
    .option("--min-spread <number>", "number from 0 to 1: minimum spread to list", parseSpread)
    .option("--open", "filter by dimensions without an adjudication")
    .option("--include-unblinded", "include grades of tasks that are not blind")
    .option("--limit <n>", "maximum number of rows to list, 1 to 100 (default: 20)", parseLimit)
    .action((options: DisagreementOptions) => showDisagreements(options, context()));
  withGrades(
    reviews.command("adjudicate").description("create an adjudication, which settles the grades of a sample"),
  )
    .option("--notes <text>", "notes on the adjudication")
    .option("--supersedes <id>", "id of the present adjudication of the sample: adj_…")
    .action((task: string, sample: string, options: AdjudicateOptions) =>
      adjudicate({ task, sample }, options, context()),
    );
  reviews
    .command("references")
    .description("list reference labels, or write them to a dataset")
    .requiredOption("--rubric <id>", "rubric id: rub_…")
    .requiredOption("--dimension <id>", "dimension of the rubric")
    .option("--source <source>", "source of the labels: adjudicated or unanimous")
    .option("--limit <n>", "maximum number of labels to list, 1 to 100 (default: 20)", parseLimit)
    .option("--apply <dataset>", "dataset whose expected answers get the labels: ds_…")
    .option(
      "--path <pointer>",
      "path of the label in the expected answer; required with --apply: /triage_level",
    )
    .option("--yes", "apply the labels (default with --apply: count the changes)")
    .action((options: ReferenceOptions) => showReferences(options, context()));
};
