/** A stored project. Instants are milliseconds since 1970. */
export interface ProjectRecord {
  id: string;
  name: string;
  description: string | null;
  createdAt: number;
}

/** A project as responses show it. */
export const projectToWire = ({ id, name, description, createdAt }: ProjectRecord) => ({
  id,
  object: "project" as const,
  name,
  description,
  created_at: new Date(createdAt).toISOString(),
});
