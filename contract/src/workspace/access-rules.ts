/** The projects that an API key can access in its workspace. */
export interface ProjectReach {
  /** The accessible projects; null for the whole workspace. */
  projects: readonly string[] | null;
}

/** Returns whether a key can access a project in its workspace. */
export const reaches = ({ projects }: ProjectReach, project: string): boolean =>
  projects === null || projects.includes(project);

/** Returns whether one key can access everything that another key can access. */
export const reachesAllOf = (one: ProjectReach, other: ProjectReach): boolean =>
  one.projects === null || (other.projects?.every((project) => reaches(one, project)) ?? false);
