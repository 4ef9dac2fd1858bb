// The entry point `@assay/sdk/report`: plots and reports from API objects, without DOM, clock or network.
export { reportHtml } from "./page/report-html.ts";
export type { ReportData, WorstSample } from "./page/report-data.ts";
export { type NumbersTable, type Plot, type PlotNode, toSvg } from "./plot-node.ts";
export { forestPlot, safetyForestPlot } from "./plots/comparison-plots.ts";
export { confusionPlot } from "./plots/confusion-plot.ts";
export { distributionPlot } from "./plots/distribution-plot.ts";
export { groupsPlot } from "./plots/groups-plot.ts";
export type { PlotOptions } from "./plots/plot-frame.ts";
export { overviewPlot, recallPlot } from "./plots/triage-plots.ts";
