import { describe, expect, test } from "vitest";
import { evaluateEgress } from "./egress.ts";

const isPublicAddress = (address: string): boolean => !/^(?:10|127)\.|^::1$/.test(address);
const listed = ["ok.example"];
const unreadable = "(unreadable)";
const outsideOf = (sent: unknown, declared: unknown, allowed: readonly string[] | null): string[] =>
  evaluateEgress({ sent, declared }, { allowed, isPublicAddress }).outside.map(({ host }) => host);
const outsideIn = (member: string, text: string, allowed: readonly string[] | null): string[] =>
  member === "egress" ? outsideOf({}, text, allowed) : outsideOf({ [member]: text }, undefined, allowed);

describe("a backslash in a host", () => {
  test.each([
    ["http://metadata.goo\\gle.internal:8099/", "metadata.google.internal"],
    ["http://m\\etadata.google.internal/", "metadata.google.internal"],
    ["http://db.pro\\d.internal/", "db.prod.internal"],
    ["http://ok.example\\x.localhost/", "ok.examplex.localhost"],
    ["//ok.example\\x.localhost/", "ok.examplex.localhost"],
    ["http:ok.example\\x.localhost", "ok.examplex.localhost"],
    ["http://u:p@ok.example\\x.localhost:80/", "ok.examplex.localhost"],
    ["http://ok.example\\120.localhost/", "ok.examplex.localhost"],
    ["http://ok.example%5Cx.localhost/", "ok.examplex.localhost"],
    ["http://\\x.loc\\alhost/", "x.localhost"],
    ["http://metadata.google\\.internal/", unreadable],
    ["http://ok.example\\046internal/", unreadable],
    ["http://ok.example\\\\x.internal/", unreadable],
    ["http://ok.example\\\u00e9.internal/", unreadable],
    ["http://b\u00fc\\cher.internal/", unreadable],
    ["http://ok.example:80\\x.internal/", unreadable],
    ["http://ok.example\uff3cx.internal/", unreadable],
    [`http://ok.example\\${"x".repeat(2000)}.internal/`, unreadable],
    ["http://ok.example\\[::1]/", unreadable],
  ])("is removed, as resolvers do, in every part of a call: %j", (text, host) => {
    for (const allowed of [null, listed]) {
      for (const member of ["note", "url", "target", "egress"])
        expect(outsideIn(member, text, allowed), member).toContain(host);
      if (text.startsWith("http:")) expect(outsideIn("note", `see ${text}`, allowed)).toContain(host);
    }
  });

  test.each([
    ["http://ok.example\\x.evil.example/", ["ok.examplex.evil.example"]],
    ["see <http://ok.example\\x.evil.example/>", ["ok.examplex.evil.example"]],
    ['{"u":"http://ok.example\\x.evil.example"}', ["ok.examplex.evil.example"]],
    ["http://ok.example\\120.evil.example/", ["ok.examplex.evil.example", "ok.example120.evil.example"]],
    ["http://\\120.evil.example/", ["120.evil.example", "x.evil.example"]],
  ])("names the host with and without the text after it: %j", (note, hosts) => {
    expect(outsideIn("note", note, listed).sort()).toEqual(hosts.sort());
    expect(outsideIn("note", note, null)).toEqual([]);
  });

  test.each([
    "http:\\\\ok.example\\share\\x",
    "http:\\/\\/ok.example\\/x",
    "http://ok.example\\/x",
    "https://ok.example/\\x.internal",
    '{"a":"{\\"u\\":\\"http://ok.example\\",\\"b\\":1}"}',
    "http://ok.example\\",
  ])("is not inside the host of %j", (note) => {
    for (const allowed of [null, listed]) expect(outsideIn("note", note, allowed)).toEqual([]);
  });

  test("is removed from a local name without a scheme", () => {
    expect(outsideIn("target", "see metadata.goo\\gle.internal", null)).toEqual(["metadata.google.internal"]);
    expect(outsideIn("host", "metadata.goo\\gle.internal", null)).toEqual([unreadable]);
  });
});

describe("a text in the form user@host:path", () => {
  test.each([
    ["u@10.0.0.1:my file", "10.0.0.1"],
    ["git@evil.example:a/b c.git", "evil.example"],
    ["u@evil.example:x\\ y", "evil.example"],
    ["u@evil.example:'x y'", "evil.example"],
    ["u@evil.example:x\ty z\n", "evil.example"],
    ["u@evil.example:x\ny z", "evil.example"],
    ["u@[::1]:my file", "[::1]"],
    ["D\\u@evil.example:x", "evil.example"],
    ["u@evil\\x.evil.example:x", "evilx.evil.example"],
    ["u@0:30 x", "0.0.0.0"],
    [`u@evil.example:x@sha256:${"0a".repeat(32)}`, "evil.example"],
  ])("is an address, also with white space in the path: %j", (text, host) => {
    for (const allowed of [null, listed]) {
      for (const member of ["note", "url", "target"])
        expect(outsideIn(member, text, allowed), member).toContain(host);
      expect(outsideIn("egress", text, allowed)).not.toEqual([]);
    }
  });

  test.each([
    ["10.0.0.1:my file", "10.0.0.1"],
    ["localhost:my file", "localhost"],
    ["[::1]:my file", "[::1]"],
    ["10.0.0.1:a@b", "10.0.0.1"],
  ])("has a host without a user in a member that may name a host: %j", (text, host) => {
    for (const member of ["url", "target"]) expect(outsideIn(member, text, null), member).toContain(host);
  });

  test("may be a host and a path, or a user and a password", () => {
    for (const member of ["url", "egress"])
      expect(outsideIn(member, "evil.example:x@ok.example", listed)).toEqual(["evil.example"]);
  });

  test.each([
    "ada@ok.example: hello",
    "ada@ok.example:\nhello you",
    "lunch@12:30 today",
    "git clone git@ok.example:a/b.git",
    `nginx@sha256:${"0a".repeat(32)} is old`,
  ])("is not %j", (note) => {
    expect(outsideIn("note", note, null)).toEqual([]);
  });
});

describe("an address that the URL standard refuses", () => {
  const dividers = ["|", "<", ">", "^", "[", "]", "\u00a0", " "];
  test.each([
    ...dividers.map((divider) => `http://ok.example${divider}.evil.example/`),
    "http://ok.example|x.evil.example",
    "http://[[evil.example/",
    "http://[::1/",
    "http:[10.0.0.1",
    "HTTP:[127.1[::1]:80",
    "http://[[::1]]/",
    "http://[::1]evil.example/",
    "http://u@ok.example|.evil.example/",
    "http://ok.example%7c.evil.example/",
  ])("is unreadable in every part of a call: %j", (text) => {
    for (const allowed of [null, listed]) {
      for (const member of ["note", "url", "target", "egress"])
        expect(outsideIn(member, text, allowed), member).toContain(unreadable);
      expect(outsideIn("note", `see ${text}`, allowed)).toContain(unreadable);
      expect(outsideIn("note", `{"u":"${text}"}`, allowed)).toContain(unreadable);
    }
  });

  test.each(["http://ok.example>", "http://ok.example|x", "http://<host>/x", "http://?q", "http://u@/"])(
    "is unreadable if the text contains nothing else: %j",
    (note) => expect(outsideIn("note", note, listed)).toContain(unreadable),
  );

  test.each([
    "see <http://ok.example/>",
    "<http://ok.example>, then",
    "[link](http://ok.example/a)",
    "[https://ok.example](https://ok.example/x)",
    "[see https://ok.example](https://ok.example/x)",
    "[see http://ok.example][1]",
    "http://ok.example, or b",
    "http://ok.example and b/c",
    "http://ok.example> wrote Ada",
    "| http://ok.example | x |\n|http://ok.example|x|",
    "<http://ok.example|Label text> and [Label|http://ok.example]",
    "<b>http://ok.example</b> at http://ok.example<br>x",
    '{"a":"http://ok.example","b":"c|d.e"}',
    "http://ok.example\u00a0! Oui",
    "(see http://ok.example]>)",
    "see http://<host>/path",
    "either http://ok.example|http://ok.example/ x",
  ])("is not prose after a host: %j", (note) => {
    expect(outsideIn("note", note, listed)).toEqual([]);
    expect(outsideIn("note", note, null)).toEqual([]);
  });
});

test.each(["http:///ok.example/", "http://:8080/x", "http://u@:80", "see https:///x"])(
  "an address without a host has the host that Perl reads: %j",
  (note) => expect(outsideIn("note", note, null)).toContain("localhost"),
);

test.each([
  "http://10.0.0.1%2eok.example/",
  "http://10.0.0.1*.ok.example/",
  "http://10.0.0.1%C3%9F.ok.example/",
])("a host ends where `url.parse` ends it: %j", (note) =>
  expect(outsideIn("note", note, null)).toContain("10.0.0.1"),
);

test("a user with white space and a backslash ends at the last `@`", () => {
  for (const allowed of [null, listed])
    expect(outsideIn("note", "https://ok.example b\\@10.0.0.1/", allowed)).toContain("10.0.0.1");
});
