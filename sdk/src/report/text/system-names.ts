/** An object with an id and a name, such as an evaluation. */
interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the name of each object, in order. The id follows a name that several objects have.
 *
 * @param objects distinct objects; an object that occurs twice gives the same name twice.
 */
export function distinctNames(objects: readonly Named[]): string[] {
  const isOnly = ({ id, name }: Named): boolean =>
    objects.every((other) => other.id === id || other.name !== name);
  return objects.map((object) => (isOnly(object) ? object.name : `${object.name} (${object.id})`));
}
