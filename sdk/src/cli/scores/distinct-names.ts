interface Named {
  id: string;
  name: string;
}

/**
 * Returns a function from an id to the name of the object. If objects with different ids have the same name,
 * the id follows the name.
 */
export function distinctNames(objects: readonly Named[]): (id: string) => string {
  const names = new Map(objects.map(({ id, name }) => [id, name]));
  const uses = new Map<string, number>();
  for (const name of names.values()) uses.set(name, (uses.get(name) ?? 0) + 1);
  return (id) => {
    const name = names.get(id);
    if (name === undefined) return id;
    return (uses.get(name) ?? 0) > 1 ? `${name} (${id})` : name;
  };
}
