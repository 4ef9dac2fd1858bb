// The tools that a workspace knows besides stored entities: agents and settings name them, or match them by a
// pattern.
import { matchesName } from "./name-pattern.ts";

/** The texts that name tools. */
export interface ToolSources {
  /** Names and patterns in the `tools` of the workspace's agents. */
  declared: readonly string[];
  /** The settings with names and patterns: as keys, and in the members of groups. */
  settings: Readonly<Record<"toolRisk" | "toolApprovers", Readonly<Record<string, unknown>>>> & {
    readonly toolGroups: Readonly<Record<string, readonly string[]>>;
  };
}

/** All names and patterns of tools. */
export const toolPatternsOf = ({ declared, settings }: ToolSources): string[] => [
  ...new Set([
    ...declared,
    ...Object.keys(settings.toolRisk),
    ...Object.keys(settings.toolApprovers),
    ...Object.values(settings.toolGroups).flat(),
  ]),
];

/** The names of known tools. A pattern is not the name of a tool. */
export const knownTools = (sources: ToolSources): string[] =>
  toolPatternsOf(sources).filter((pattern) => !pattern.includes("*"));

/** Whether a tool is known, by its name or by a pattern. */
export const isKnownTool = (tool: string, sources: ToolSources): boolean =>
  toolPatternsOf(sources).some((pattern) => matchesName(pattern, tool));
