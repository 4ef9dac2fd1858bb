/** The access of a key in its workspace. */
export interface ProjectReach {
  /** The accessible projects; null: the whole workspace. */
  projects: readonly string[] | null;
}

/** Whether a key has access to a project of its workspace. */
export const reaches = ({ projects }: ProjectReach, project: string): boolean =>
  projects === null || projects.includes(project);

/** Whether one key's access includes all access of another. */
export const reachesAllOf = (one: ProjectReach, other: ProjectReach): boolean =>
  one.projects === null || (other.projects?.every((project) => reaches(one, project)) ?? false);
