const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Rewrites a record's JSON: changes the order of its members and inserts white space. */
export function rewritten(record: object, random: () => number): string {
  const space = (): string => ["", "", " ", "\n", "\t", "\r\n  "][Math.floor(random() * 6)] ?? "";
  const write = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map((item) => space() + write(item) + space()).join(",")}]`;
    if (!isObject(value)) return JSON.stringify(value);
    const members = Object.entries(value)
      .map((member) => ({ member, order: random() }))
      .sort((one, other) => one.order - other.order);
    const texts = members.map(
      ({ member: [name, part] }) =>
        `${space()}${JSON.stringify(name)}${space()}:${space()}${write(part)}${space()}`,
    );
    return `{${texts.join(",")}}`;
  };
  return space() + write(record) + space();
}
