// Alters the text of a record; each alteration yields a different record or an invalid one.
import * as fc from "fast-check";

/** An altered record. */
export interface Mutation {
  /** The kind of alteration. */
  what: string;
  text: string | Uint8Array;
}

type Path = (string | number)[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns every path in a value, starting with the root. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const members: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [path, ...members.flatMap(([name, member]) => placesIn(member, [...path, name]))];
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((part, name) => Reflect.get(Object(part), name), value);

/** Returns a copy with another value at a path; undefined removes the value there. */
function withPart(value: unknown, [name, ...rest]: Path, part: unknown): unknown {
  if (name === undefined) return part;
  const copy: unknown[] | Record<string, unknown> = Array.isArray(value) ? [...value] : { ...Object(value) };
  const changed = withPart(Reflect.get(copy, name), rest, part);
  if (changed !== undefined) Reflect.set(copy, name, changed);
  else if (Array.isArray(copy)) copy.splice(Number(name), 1);
  else Reflect.deleteProperty(copy, name);
  return copy;
}

/** Returns a value's JSON text with text inserted into the object at a path. */
function textWith(value: unknown, path: Path, put: (members: string[]) => string[]): string {
  const write = (part: unknown, [name, ...rest]: Path): string => {
    const here = name === undefined;
    const inner = (key: string | number, member: unknown): string =>
      !here && key === name ? write(member, rest) : JSON.stringify(member);
    if (Array.isArray(part)) return `[${part.map((item, index) => inner(index, item)).join(",")}]`;
    const members = Object.entries(Object(part)).map(
      ([key, member]) => `${JSON.stringify(key)}:${inner(key, member)}`,
    );
    return `{${(here ? put(members) : members).join(",")}}`;
  };
  return write(value, path);
}

const otherValues = [null, true, false, 0, -1, 1.5, 1e300, "", "x", "A".repeat(43), [], {}, [null], { a: 1 }];

function nearValue(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value === "number")
    return fc.constantFrom(value + 1, value - 1, value * 2 + 1, String(value), value + 0.5);
  if (typeof value === "boolean") return fc.constantFrom(!value, String(value), null);
  if (typeof value === "string") {
    const index = fc.nat(Math.max(0, value.length - 1));
    const changed = index.chain((position) =>
      fc.constantFrom(
        ...["a", "B", "0", "_", "-", "+", "/", "=", " ", "\n", "\u00e9", "\u0301"].map(
          (character) => value.slice(0, position) + character + value.slice(position + 1),
        ),
        value.slice(0, position) + value.slice(position + 1),
        `${value.slice(0, position)} ${value.slice(position)}`,
      ),
    );
    return fc.oneof(changed, fc.constantFrom(...spellingsOf(value)));
  }
  if (Array.isArray(value))
    return fc.constantFrom([...value, ...value], value.slice(1), value.toReversed(), [...value, null], {
      list: value,
    });
  return fc.constantFrom({}, [value], { ...Object(value), extra: 1 }, { ...Object(value), constructor: 1 });
}

/** Returns other encodings of the data that a string may encode. */
function spellingsOf(text: string): string[] {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  const last = text.slice(-1);
  const nextLast = String.fromCharCode(last.charCodeAt(0) + 1);
  return [
    `${text}=`,
    `${text}==`,
    base64,
    base64 + "=".repeat((4 - (text.length % 4)) % 4),
    Buffer.from(text, "base64url").toString("hex"),
    Buffer.from(text, "hex").toString("base64url"),
    Buffer.from(text).toString("base64url"),
    text.toUpperCase(),
    text.toLowerCase(),
    text.normalize("NFD"),
    `${text}\n`,
    ` ${text}`,
    `${text}\u0000`,
    `${text}\ud800`,
    text.slice(0, 20) + "\n" + text.slice(20),
    text.slice(0, -1) + nextLast,
    text.slice(0, -1),
    encodeURIComponent(text),
  ];
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

function bytesMutation(text: string): fc.Arbitrary<Mutation> {
  const bytes = new TextEncoder().encode(text);
  return fc
    .tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), fc.nat(4))
    .map(([position, by, way]) => {
      const before = bytes.subarray(0, position);
      const after = bytes.subarray(position + 1);
      const own = bytes[position] ?? 0;
      const middle = [[own ^ by], [], [own, by], [own, own], [own ^ (1 << (by % 8))]][way] ?? [];
      const altered = Uint8Array.from([...before, ...middle, ...after]);
      return { what: `byte ${position}, way ${way}, ${by}`, text: altered };
    });
}

function memberMutation(record: object): fc.Arbitrary<Mutation> {
  return fc.constantFrom(...placesIn(record).slice(1)).chain((path) => {
    const other = fc.oneof(
      nearValue(at(record, path)),
      fc.constantFrom(...otherValues),
      fc.constant(undefined),
    );
    return other.map((part) => ({
      what: `/${path.join("/")} is ${JSON.stringify(part)}`,
      text: JSON.stringify(withPart(record, path, part)),
    }));
  });
}

function objectMutation(record: object): fc.Arbitrary<Mutation> {
  const objects = placesIn(record).filter((path) => isObject(at(record, path)));
  return fc.tuple(fc.constantFrom(...objects), fc.nat(99), fc.nat(7)).map(([path, which, way]) => {
    const put = (members: string[]): string[] => {
      const index = members.length === 0 ? 0 : which % members.length;
      const own = members[index] ?? '"a":1';
      const name = own.slice(0, own.indexOf(":"));
      // If a letter of the name is escaped, a JSON parser still reads the same name.
      const disguised = name.replace(/[a-z]/i, escaped);
      return (
        [
          [own, ...members],
          [...members, own],
          [...members, `${name}:null`],
          [`${name}:1`, ...members],
          [...members, `${disguised}:1`],
          members.map((member) => (member === own ? disguised + own.slice(name.length) : member)),
          [...members, '"__proto__":{}'],
          [...members, '"extra":"x"'],
        ][way] ?? []
      );
    };
    return { what: `object /${path.join("/")}, way ${way}, ${which}`, text: textWith(record, path, put) };
  });
}

/** Generates texts in which a letter, a digit or half of a surrogate pair is written as an escape. */
function escapeMutation(text: string): fc.Arbitrary<Mutation> {
  const letters = [...text.matchAll(/(?<=")[A-Za-z0-9](?=[^"]*")/g)].map(({ index }) => index);
  return fc.tuple(fc.constantFrom(...letters), fc.nat(3)).map(([position, way]) => {
    const character = text.charAt(position);
    const written = [
      escaped(character),
      escaped(character).toUpperCase().replace("\\U", "\\u"),
      "\\ud800",
      "\\u0000",
    ];
    return {
      what: `escape at ${position}, way ${way}`,
      text: text.slice(0, position) + (written[way] ?? "") + text.slice(position + 1),
    };
  });
}

const wholeMutation = (text: string): fc.Arbitrary<Mutation> =>
  fc
    .constantFrom(
      `[${text}]`,
      text + text,
      `${text},`,
      text.slice(0, -1),
      JSON.stringify(text),
      `{"record":${text},"envelope":${text}}`,
      `{"record":{"record":${text}}}`,
      `{"record":${text},"x":1}`,
      `{"payload":${text}}`,
      Buffer.from(text).toString("base64"),
      text.replaceAll('"', "'"),
      `// a record\n${text}`,
      text.replace(/"issuedAt":(\d+)/, '"issuedAt":$1.0'),
      text.replace(/"issuedAt":(\d+)/, '"issuedAt":$1e0'),
      text.replace(/"issuedAt":(\d+)/, '"issuedAt":$1.5'),
      text.replace(/"issuedAt":(\d+)/, '"issuedAt":9007199254740993'),
      text.replace(/"issuedAt":(\d+)/, '"issuedAt":1e400'),
    )
    .map((altered) => ({ what: "the whole", text: altered }));

/** Generates random alterations of all kinds. @param others records whose parts may replace the record's. */
export function mutationsOf(record: object, others: readonly object[]): fc.Arbitrary<Mutation> {
  const text = JSON.stringify(record);
  const swapped = fc
    .tuple(fc.constantFrom(...others), fc.constantFrom(...Object.keys(record)))
    .map(([other, name]) => ({
      what: `${name} of another record`,
      text: JSON.stringify({ ...record, [name]: Reflect.get(other, name) }),
    }));
  return fc
    .oneof(
      { arbitrary: bytesMutation(text), weight: 3 },
      { arbitrary: memberMutation(record), weight: 4 },
      { arbitrary: objectMutation(record), weight: 2 },
      { arbitrary: escapeMutation(text), weight: 1 },
      { arbitrary: swapped, weight: 1 },
      { arbitrary: wholeMutation(text), weight: 1 },
    )
    .filter(({ text: altered }) => !isSame(altered, record));
}

/** Whether an altered text has the same values as the record and contains no member twice. */
function isSame(altered: string | Uint8Array, record: object): boolean {
  const text = typeof altered === "string" ? altered : new TextDecoder().decode(altered);
  try {
    const value: unknown = JSON.parse(text);
    // If the values and the lengths are equal, no member occurs twice.
    return sortedText(value) === sortedText(record) && JSON.stringify(value).length === closeUp(text).length;
  } catch {
    return false;
  }
}

/** Returns a text without white space, with each number and text as `JSON.stringify` writes it. */
const closeUp = (text: string): string =>
  text.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\s+/g, (part) =>
    part.trim() === "" ? "" : JSON.stringify(JSON.parse(part)),
  );

const sorted = (_name: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
const sortedText = (value: unknown): string => JSON.stringify(value, sorted);
