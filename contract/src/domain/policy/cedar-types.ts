const plainType = /^(?!T_)[A-Za-z][A-Za-z0-9_]*(?:::[A-Za-z][A-Za-z0-9_]*)*$/;
const keywords = new Set(["true", "false", "if", "then", "else", "in", "is", "like", "has", "Action"]);

/**
 * The name of a type in policies: the type itself if it is a Cedar identifier. Otherwise it is `T_` and the
 * type, in which each character except ASCII letters and digits is replaced by its hexadecimal code point
 * between underscores (`todo-item` is `T_todo_2d_item`). Two types never share a name.
 */
export function cedarTypeOf(type: string): string {
  if (plainType.test(type) && !type.split("::").some((part) => keywords.has(part))) return type;
  const characters = Array.from(type, (character) =>
    /[A-Za-z0-9]/.test(character) ? character : `_${character.codePointAt(0)?.toString(16) ?? ""}_`,
  );
  return `T_${characters.join("")}`;
}
