/** What a key may reach in its workspace. */
export interface ProjectReach {
  /** The only projects; null: all of the workspace. */
  projects: readonly string[] | null;
}

/** Whether a key may reach a project of its workspace. */
export const reaches = ({ projects }: ProjectReach, project: string): boolean =>
  projects === null || projects.includes(project);

/** Whether everything that one key reaches is within the reach of another. */
export const reachesAllOf = (one: ProjectReach, other: ProjectReach): boolean =>
  one.projects === null || (other.projects?.every((project) => reaches(one, project)) ?? false);
