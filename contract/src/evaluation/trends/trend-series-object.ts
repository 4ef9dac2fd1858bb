import * as z from "zod";
import { idOf, nameText } from "../../platform/common.ts";
import { exampleIds } from "../../platform/example-values.ts";
import { count, scoreOrNull } from "../figure-fields.ts";
import { trendLineFields } from "./trend-line-fields.ts";

/** An example of a series. */
export const exampleSeries = {
  dataset: exampleIds.dataset,
  dataset_name: "Chest pain calls",
  latest_evaluation: exampleIds.candidate,
  current: 84.1,
  data_points: 4,
  direction: "insufficient_data" as const,
  slope: -0.4,
  slope_ci95: [-2.1, 1.3] as [number, number],
  trend_confidence: "inconclusive" as const,
  primary: true,
};

/** The schema of the trend of one series. */
export const trendSeriesObject = z
  .object({
    dataset: idOf("dataset"),
    dataset_name: nameText("Name of the dataset."),
    latest_evaluation: idOf("evaluation").meta({ description: "The latest evaluation of the series." }),
    current: scoreOrNull("Mean effective score over the samples of the series in the period."),
    data_points: count("Number of evaluations in the series. Each of them is one point."),
    ...trendLineFields,
    primary: z.boolean().meta({
      description:
        "Whether this is the series of the latest evaluation, which the figures of the trend cover. With `pooled`, they cover all series.",
    }),
  })
  .meta({
    id: "TrendSeries",
    description: "The evaluations of one dataset with the same evaluator settings.",
    examples: [exampleSeries],
  });
