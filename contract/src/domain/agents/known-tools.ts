// Finds the tools that a workspace knows although they are not stored as entities. Agents and settings refer
// to such tools by name or by pattern.
import { matchesName } from "./name-pattern.ts";

/** The sources of a workspace's tool names and patterns. */
export interface ToolSources {
  /** Names and patterns in the `tools` of the workspace's agents. */
  declared: readonly string[];
  /**
   * The settings that contain names and patterns. Risks and approvers have them as keys, and tool groups have
   * them as members.
   */
  settings: Readonly<Record<"toolRisk" | "toolApprovers", Readonly<Record<string, unknown>>>> & {
    readonly toolGroups: Readonly<Record<string, readonly string[]>>;
  };
}

/** Returns all distinct names and patterns in the sources. */
export const toolPatternsOf = ({ declared, settings }: ToolSources): string[] => [
  ...new Set([
    ...declared,
    ...Object.keys(settings.toolRisk),
    ...Object.keys(settings.toolApprovers),
    ...Object.values(settings.toolGroups).flat(),
  ]),
];

/** Returns the names of known tools. Patterns are omitted. */
export const knownTools = (sources: ToolSources): string[] =>
  toolPatternsOf(sources).filter((pattern) => !pattern.includes("*"));

/** Returns whether the sources contain a tool's name or a pattern that matches the name. */
export const isKnownTool = (tool: string, sources: ToolSources): boolean =>
  toolPatternsOf(sources).some((pattern) => matchesName(pattern, tool));
