import * as z from "zod";
import { maxReasonCharacters, maxUnscoredReasons } from "../../../domain/evaluation/unscored-reasons.ts";
import { idOf, nameText } from "../../../platform/common.ts";
import { exampleIds } from "../../../platform/example-values.ts";
import { count } from "../../figure-fields.ts";

const unscoredReason = z
  .object({
    evaluator: nameText("The evaluator's key."),
    status: z.enum(["skipped", "errored"]).meta({ description: "Status of the results." }),
    reason: z
      .string()
      .max(maxReasonCharacters)
      .meta({
        description: `Why the results have no score; cut after ${maxReasonCharacters} characters.`,
      }),
    count: count("Number of results with this reason."),
    sample: idOf("sample").meta({ description: "Id of the first sample with this reason." }),
    external_id: nameText("The client's own id for this sample.").nullable(),
  })
  .meta({
    id: "UnscoredReason",
    description: "Why results of an evaluator have no score.",
    examples: [
      {
        evaluator: "judge",
        status: "errored",
        reason: "The endpoint could not be called in 4 tries: the connection was refused.",
        count: 68,
        sample: exampleIds.sample,
        external_id: "call-0017",
      },
    ],
  });

/** Creates the schema of a list of reasons. */
export const unscoredReasonList = (description: string) =>
  z.array(unscoredReason).max(maxUnscoredReasons).meta({ description });
