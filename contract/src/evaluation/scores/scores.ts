import { c } from "../../platform/c.ts";
import { evaluationScoresRoute } from "./evaluation-scores.ts";
import { projectMetricsRoute } from "./project-metrics.ts";
import { sampleScoresRoute } from "./sample-scores.ts";
import { thresholdAnalysisRoute } from "../thresholds/threshold-analysis.ts";
import { trendsRoute } from "../trends/score-trends.ts";

/** The routes for scores of samples and evaluations, and for aggregates over projects. */
export const scoreRoutes = c.router({
  sample: sampleScoresRoute,
  evaluation: evaluationScoresRoute,
  metrics: projectMetricsRoute,
  trends: trendsRoute,
  thresholdAnalysis: thresholdAnalysisRoute,
});
