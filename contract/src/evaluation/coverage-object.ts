import * as z from "zod";
import { count } from "./figure-fields.ts";

/** An example of a coverage. */
export const exampleCoverage = {
  scored: 2,
  errored: 0,
  skipped: 0,
  total: 2,
  missing_output: 0,
  not_applicable: 0,
};

/** The schema of sample counts by status. */
export const coverage = z
  .object({
    scored: count("Number of samples with a score."),
    errored: count("Number of errored samples. Mean scores exclude these samples."),
    skipped: count(
      "Number of samples that were skipped for a stated reason. Mean scores exclude these samples.",
    ),
    total: count("Number of all samples: scored + errored + skipped."),
    missing_output: count("Number of samples without an output. They are scored 0 or skipped."),
    not_applicable: count(
      "Number of skipped samples that are outside the evaluator's scope (`out_of_protocol`). Unscored samples are errored + skipped − not_applicable.",
    ),
  })
  .meta({
    id: "Coverage",
    description: "Sample counts by status for the figures in the object that contains this member.",
    examples: [exampleCoverage],
  });
