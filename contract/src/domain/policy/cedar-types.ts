const plainType = /^(?!T_)[A-Za-z][A-Za-z0-9_]*(?:::[A-Za-z][A-Za-z0-9_]*)*$/;
const keywords = new Set(["true", "false", "if", "then", "else", "in", "is", "like", "has", "Action"]);

/**
 * Returns the name of a type in policies. A type that is a Cedar identifier is its own name. Any other type
 * becomes `T_` followed by the type, in which each character except ASCII letters and digits is replaced by
 * its hexadecimal code point between underscores. For example, `todo-item` becomes `T_todo_2d_item`. Two
 * types never have the same name.
 */
export function cedarTypeOf(type: string): string {
  if (plainType.test(type) && !type.split("::").some((part) => keywords.has(part))) return type;
  const characters = Array.from(type, (character) =>
    /[A-Za-z0-9]/.test(character) ? character : `_${character.codePointAt(0)?.toString(16) ?? ""}_`,
  );
  return `T_${characters.join("")}`;
}

/** Returns the type that has this name in policies; undefined if no type has this name. */
export function typeOfCedar(name: string): string | undefined {
  const type = name.startsWith("T_")
    ? name.slice(2).replaceAll(/_([\da-f]{1,6})_/g, (all, code: string) => {
        const point = Number.parseInt(code, 16);
        return point <= 0x10_ff_ff ? String.fromCodePoint(point) : all;
      })
    : name;
  return cedarTypeOf(type) === name ? type : undefined;
}
