import { describe, expect, test } from "vitest";
import { explainBaseline } from "../baseline/explain-baseline.ts";
import { harmlessFacts } from "../policy-facts.ts";
import { evaluateEgress } from "./egress.ts";

const isPublicAddress = (address: string): boolean => !/^(?:10|127|169)\.|^::1$/.test(address);
const listed = ["ok.example", "*.ok.example:443"];
const hostsIn = (sent: unknown, allowed: readonly string[] | null = null) => {
  const { hosts, outside } = evaluateEgress({ sent, declared: undefined }, { allowed, isPublicAddress });
  return { hosts, outside: outside.map(({ host }) => host).sort() };
};
const declaredIn = (declared: unknown, allowed: readonly string[] | null = null) => {
  const { hosts, outside } = evaluateEgress({ sent: {}, declared }, { allowed, isPublicAddress });
  return { hosts, outside };
};

describe("an address in a text", () => {
  test.each([
    ["a scheme", "http://10.0.0.1/x"],
    ["a scheme inside prose", "Read (http://10.0.0.1/x), please."],
    ["a scheme after a letter, a digit or an underscore", "url_http://10.0.0.1/ 1http://10.0.0.1/"],
    ["a scheme of one letter", "x://10.0.0.1/"],
    ["a scheme of 40 letters", `${"z".repeat(40)}://10.0.0.1`],
    ["a special scheme without slashes", "see https:10.0.0.1"],
    ["backslashes", "see ws:\\\\10.0.0.1\\x"],
    ["tabs", "see ht\ttp:/\t/10.0\t.0.1/x"],
    ["percent-encoding", "see http%3A%2F%2f10.0.0.1%2Fx"],
    ["percent-encoding beside a malformed sequence", "100% of http%3A%2F%2F10.0.0.1 %zz"],
    ["a user name with brackets", "see http://a](b@10.0.0.1/"],
    ["two slashes at the start", "//10.0.0.1/x"],
    ["two backslashes at the start", "\\\\10.0.0.1\\share"],
  ])("is found by %s", (_title, note) => {
    expect(hostsIn({ note }).outside).toContain("10.0.0.1");
    expect(hostsIn({ list: [{ [note]: 1 }] }).outside).toContain("10.0.0.1");
    expect(hostsIn({ note }, listed).outside).toContain("10.0.0.1");
  });

  test.each([
    ["bad punycode", "http://xn--0.evil.example/"],
    ["a numeric last label", "http://evil.example.1/"],
    ["a zone id", "http://[fe80::1%25eth0]/"],
    ["a port above 65535", "https://a.example:99999/"],
    ["a port with letters", "https://ok.example:PORT/"],
    ["a percent sign in the host", "https://%s/path"],
    ["a name that is too long", `https://${"a.".repeat(130)}example/`],
    ["two slashes before it", "//evil.example.1/"],
  ])("is outside every boundary if it cannot be parsed: %s", (_title, address) => {
    const texts = address.startsWith("/") ? [address] : [address, `see ${address}`, `(${address}).`];
    for (const allowed of [null, [], listed]) {
      for (const note of texts) {
        expect(hostsIn({ note }, allowed), note).toEqual({
          hosts: ["(unreadable)"],
          outside: ["(unreadable)"],
        });
      }
    }
  });

  test.each([
    ["a backslash", "http://ok.example\\@10.0.0.1/x"],
    ["a backslash after backslashes", "http:\\\\ok.example\\@10.0.0.1"],
    ["a backslash and a password", "https://ok.example\\:x@10.0.0.1/"],
    ["a quote", "http://ok.example'@10.0.0.1/"],
    ["a double quote", 'http://ok.example"@10.0.0.1/'],
    ["an angle bracket", "http://ok.example<@10.0.0.1/"],
    ["a backtick", "http://ok.example`@10.0.0.1/"],
    ["a brace", "http://ok.example{@10.0.0.1/"],
    ["a user with `@`", "http://ok.example:80@10.0.0.1:80@ok.example/"],
    ["two users", "http://a:b@ok.example@10.0.0.1/"],
    ["a percent-encoded backslash", "http%3A%2F%2Fok.example%5C@10.0.0.1/"],
  ])("is read in each way that clients read it, with %s before the host", (_title, address) => {
    const texts = [address, `see ${address}`, `"${address}"`, `{"u":"${address}","n":1}`, `(${address}).`];
    for (const allowed of [null, listed]) {
      for (const note of texts) expect(hostsIn({ note }, allowed).outside, note).toContain("10.0.0.1");
      expect(declaredIn(address, allowed).outside).not.toEqual([]);
    }
  });

  test.each([
    "http://10.0.0.1,ok.example/",
    "see http://10.0.0.1;then",
    "see (http://10.0.0.1).Then",
    "see http://u@10.0.0.1,then/",
    "see http://10.0.0.1\uff0cthen",
  ])("ends before punctuation that no host contains: %j", (note) => {
    for (const allowed of [null, listed]) expect(hostsIn({ note }, allowed).outside).toContain("10.0.0.1");
  });

  test.each([
    ["three slashes", "///10.0.0.1/x"],
    ["slashes and backslashes", "/\\/10.0.0.1/x"],
    ["a slash and a backslash", "/\\10.0.0.1/x"],
    ["three backslashes", "\\\\\\10.0.0.1\\x"],
    ["a control character before the slashes", "\u0001//10.0.0.1/"],
    ["slashes and a user with a backslash", "//ok.example\\@10.0.0.1/"],
    ["ssh with two users", "user@ok.example@10.0.0.1:x"],
    ["a name that ends with two dots", "http://10.0.0.1../"],
  ])("is the whole text, with %s", (_title, note) => {
    for (const allowed of [null, listed]) {
      expect(hostsIn({ note }, allowed).outside).toContain("10.0.0.1");
      expect(hostsIn({ url: note }, allowed).outside).toContain("10.0.0.1");
    }
  });

  test.each([
    "// @10.0.0.1/x",
    "//\u00a0@10.0.0.1/x",
    "//\u3000@10.0.0.1",
    "//\ufeff@10.0.0.1/",
    "\\\\ @10.0.0.1/",
    "/// @10.0.0.1/",
    "//\t @10.0.0.1",
    "//  x:y@10.0.0.1/",
    "//a b@10.0.0.1/",
    "//a b@10.0.0.1 c/",
    "// 10.0.0.1/",
    "//\u00a010.0.0.1",
    "\n//10.0.0.1:80 x/",
    "//10.0.0.1 x",
    "//10.0.0.1;x y",
    "//167772161 x",
    "\\\\10.0.0.1 x",
    "// a\\@10.0.0.1 x",
    "http://ok.example b@10.0.0.1 c/",
    "see http://\ufeff10.0.0.1/",
    "//10.0.0.1:x y",
    "//'^@10.0.0.1'",
    "http:// \u3000@10.0.0.1;",
    "http://' @//10.0.0.1",
    "// [@/10.0.0.1",
    "http://:/10.0.0.1",
    "\\\\\ufeff10.0.0.1{#",
  ])("is the whole text, with white space beside its host: %j", (note) => {
    for (const allowed of [null, listed]) {
      for (const member of ["note", "url"])
        expect(hostsIn({ [member]: note }, allowed).outside, member).toContain("10.0.0.1");
    }
  });

  test.each([
    "//10.0.0.1:99999/ x",
    "//127.0.0.1\r:x",
    "\\\\\r127.0.0.1%40",
    "// a@evil.example.1/",
    "//[fe80::1%25eth0]/ x",
  ])("is unreadable after slashes, although the text contains white space: %j", (note) => {
    for (const allowed of [null, listed]) {
      for (const member of ["note", "url"])
        expect(hostsIn({ [member]: note }, allowed).outside, member).toContain("(unreadable)");
    }
  });

  test("is found without the joiners that some clients remove", () => {
    expect(hostsIn({ target: "10.0\u200d.0.1" }).outside).toEqual(["10.0.0.1"]);
    expect(hostsIn({ url: "/local\u200chost" }).outside).toEqual(["localhost"]);
  });

  test("has a host with a dot after slashes, also if white space follows the host", () => {
    expect(hostsIn({ note: "//evil.example x" }, listed).outside).toEqual(["evil.example"]);
    expect(hostsIn({ note: "//evil.example x" }).outside).toEqual([]);
  });

  /** Lengths of padding around the 1,000 characters of an authority that are parsed, and far beyond them. */
  const paddings = [...Array.from({ length: 40 }, (_, index) => 965 + index), 1100, 5000, 100_000];

  test.each(["\\", '"', "'", "<", ">", "`", "{", "}", "|", "^", "[", "]"])(
    "is outside every boundary if its host follows %s and more than 1,000 characters",
    (divider) => {
      for (const padding of paddings) {
        const address = `http://ok.example${divider}${"A".repeat(padding)}@10.0.0.1/`;
        const encoded = address.replace("://", "%3A%2F%2F").replace(divider, encodeURIComponent(divider));
        for (const note of [address, `see ${address}`, `{"u":"${address}"}`, encoded])
          for (const allowed of [null, listed])
            expect(hostsIn({ note }, allowed).outside, `${padding} ${note.slice(0, 30)}`).not.toEqual([]);
      }
    },
  );

  test("is read whole, even if the first 1,000 characters end within its host", () => {
    for (const padding of paddings) {
      const rest = `ok.example\\${"A".repeat(padding)}@ok.example.evil.internal/`;
      for (const note of [`http://${rest}`, `see http://${rest}`, `//${rest}`, `https:\\\\${rest}`])
        for (const allowed of [null, listed])
          expect(hostsIn({ note }, allowed).outside, `${padding} ${note.slice(0, 30)}`).not.toEqual([]);
    }
  });

  test("ends at a slash, so a distant `@` in its path, or in the JSON around it, is not read", () => {
    for (const padding of paddings) {
      const text = "A".repeat(padding);
      for (const note of [
        `http://ok.example/${text}@10.0.0.1/`,
        `see https://ok.example?${text}@10.0.0.1`,
        `{"url":"https://ok.example","text":"${text}","mail":"ada@example.com"}`,
        `{"url":"https://ok.example","mail":["ada@example.com"],"text":"${text}"}`,
      ])
        expect(hostsIn({ note }, listed), `${padding} ${note.slice(0, 30)}`).toEqual({
          hosts: ["ok.example"],
          outside: [],
        });
    }
  });

  test("is unreadable with more than three `@`, or with an empty label", () => {
    expect(hostsIn({ note: "see http://a@b@c@d@ok.example/" }, listed).outside).toContain("(unreadable)");
    expect(hostsIn({ note: "http://ok..example/" }, listed).outside).toEqual(["(unreadable)"]);
    expect(hostsIn({ note: "http://ok.example.../" }, listed).outside).toContain("(unreadable)");
  });

  test("has a short explanation, whatever its length and number", () => {
    const many = Array.from({ length: 6000 }, (_item, at) => `http://${"h".repeat(60)}${at}.internal/`);
    const longScheme = `${"z".repeat(3000)}://${"u".repeat(1000)}@h.example`;
    for (const note of [many.join(" "), many, longScheme]) {
      const { outside } = evaluateEgress(
        { sent: { note }, declared: note },
        { allowed: null, isPublicAddress },
      );
      const request = {
        subject: { type: "agent", id: "a" },
        action: { name: "tools/call" },
        resource: { type: "tool", id: "t" },
        args: {},
        context: {},
        facts: harmlessFacts,
      };
      const message = explainBaseline("latch-2", request, { egress: outside, secrets: [] });
      expect(message?.length).toBeLessThan(1000);
      if (outside.length > 3) expect(message).toMatch(/; and \d+ more\.$/);
    }
  });

  test("in the form of ssh is checked by its host, and is outside the default boundary", () => {
    const note = "git@ok.example:org/repo.git";
    expect(hostsIn({ note }, listed)).toEqual({ hosts: ["ok.example"], outside: [] });
    expect(hostsIn({ note }).outside).toEqual(["ok.example"]);
    expect(hostsIn({ note: "git@[::1]:x" }, listed).outside).toEqual(["[::1]"]);
    expect(hostsIn({ note: "git@evil.example.1:x" }, listed).outside).toEqual(["(unreadable)"]);
  });

  test("does not include the characters that enclose it in prose, Markdown and JSON", () => {
    for (const note of [
      "Read [https://ok.example](https://ok.example/x) or (https://ok.example).",
      '{"url":"https://ok.example","mail":"ada@example.com"}',
      "https://ok.example\nnext line",
      "<https://ok.example>, 'https://ok.example'; `https://ok.example`",
    ])
      expect(
        hostsIn({ note }, listed).outside.filter((host) => !host.includes("next")),
        note,
      ).toEqual([]);
  });

  test.each([
    "10.0.0.1",
    "ask 10.0.0.1 or evil.example",
    "mailto:ada@10.0.0.1",
    "curl 10.0.0.1",
    "Addresses start with http:// or https://, then the host.",
    "http: the protocol",
    "// comment",
    "// a b c",
    "// 10.0.0.1 is the gateway",
    "// see docs/a.md or ask ada@example.com, please",
    "// Copyright 2024 Ada <ada@example.com>\n// All rights reserved.",
    "//nolint because of a bug",
    "/// <summary>",
    "//# sourceMappingURL=a.js.map",
    "//@ts-nocheck\nimport x from 'y'",
    "\\\\ a b",
    "//go:build linux\n\npackage main",
    "switch (x) {\n\tdefault:\n\t\t//nolint\n}",
    `nginx@sha256:${"0a".repeat(32)}`,
    "ada@example.com",
    "2130706433",
    Buffer.from("http://10.0.0.1/").toString("base64"),
  ])("is not %j", (note) => {
    expect(hostsIn({ note, n: 2_130_706_433 })).toEqual({ hosts: [], outside: [] });
  });
});

describe("a member whose name indicates a host", () => {
  test.each(["url", "urls", "host", "targetHost", "api_endpoint", "origin", "server", "webhook"])(
    "%s contains hosts without a scheme",
    (member) => {
      expect(hostsIn({ [member]: "10.0.0.1:80/x" }).outside).toEqual(["10.0.0.1"]);
      expect(hostsIn({ [member]: ["10.0\t.0.1"] }).outside).toEqual(["10.0.0.1"]);
      expect(hostsIn({ [member]: "b\u00fccher.internal" }).outside).toEqual(["xn--bcher-kva.internal"]);
    },
  );

  test.each(["evil.example.1", "xn--0.evil.example", "a.example:99999", "u:p@evil.example:x", "a%00b"])(
    "has an unreadable host if %s cannot be parsed",
    (host) => {
      for (const allowed of [null, listed])
        expect(hostsIn({ host }, allowed).outside).toEqual(["(unreadable)"]);
    },
  );

  test.each([
    "",
    "/relative",
    "./a",
    "../a",
    "?q=1",
    "#top",
    "...",
    "see the docs",
    "mailto:a@b.c",
    "data:,x",
  ])("has no host in %j", (url) => {
    expect(hostsIn({ url }).hosts).toEqual([]);
  });
});

describe("a value in a member whose name indicates a host", () => {
  test.each([
    "10.0.0.1/?next=https://ok.example",
    "10.0.0.1:80/?u=http://ok.example/",
    "10.0.0.1/a b",
    "10.0.0.1/x?q=a b",
    "ok.example 10.0.0.1",
    "10.0.0.1 ok.example/a",
    "10.0.0.1\nok.example",
    "10.0.0.1,ok.example",
    "ok.example;10.0.0.1:80",
    "ok.example/a,10.0.0.1/b",
    "see 10.0.0.1 for more",
    "https://ok.example 10.0.0.1",
    "https://ok.example/a,10.0.0.1/b",
    "https://ok.example/?q=a http://ok.example 10.0.0.1:80",
    "data:x@10.0.0.1/",
    "data:,x@10.0.0.1/",
    "tag:pw@10.0.0.1/x",
    "sms:1@10.0.0.1/",
    "mailto:x@10.0.0.1",
    "/10.0.0.1",
    "../10.0.0.1/x",
    "10.0.0.1..",
    "\u00a010.0.0.1",
  ])("has the host 10.0.0.1 in %j", (url) => {
    for (const allowed of [null, listed]) {
      for (const member of ["url", "host ", `${"a".repeat(60)}_url`, "endpoint"])
        expect(hostsIn({ [member]: url }, allowed).outside).toContain("10.0.0.1");
    }
  });

  test.each([
    ["localhost/?u=http://ok.example/", "localhost"],
    ["localhost..", "localhost"],
    ["localhost and more", "localhost"],
    ["localhost://ok.example", "localhost"],
    ["/localhost/x", "localhost"],
    ["data:8080", "data"],
    ["tel:80/x", "tel"],
    ["[::1]:80, ok.example", "[::1]"],
    ["ok.example\\@10.0.0.1", "(unreadable)"],
    ["ok.example'@10.0.0.1", "(unreadable)"],
    ["ok.example@ok.example@10.0.0.1", "(unreadable)"],
    ["data:x\\@10.0.0.1", "(unreadable)"],
    ["$HOST.ok.example", "(unreadable)"],
    [".10.0.0.1", "(unreadable)"],
  ])("is outside the boundary with %j", (host, found) => {
    for (const allowed of [null, listed])
      expect(hostsIn({ host }, allowed).outside.filter((one) => one !== "ok.example")).toContain(found);
  });

  test.each(["// comment", "// a b c", "\\\\ a", "//go:build linux"])(
    "is unreadable if nothing after the slashes is a host: %j",
    (url) => {
      expect(hostsIn({ url }).outside).toEqual(["(unreadable)"]);
    },
  );

  test.each([
    "/patients/7",
    "/metadata",
    "/v1.2/patients",
    "/7",
    "/.well-known/x",
    "/@ada/1",
    "mailto:ada@evil.example?subject=hi there",
    "tel:+49 30 123456",
    "data:text/plain;base64,AAAA",
    "doi:10.1000/182",
    "urn:isbn:123",
    "3 of 12 rooms",
  ])("has no host in %j", (url) => {
    expect(hostsIn({ url }, listed).hosts).toEqual([]);
  });

  test.each([
    "ok.example/a b",
    "ok.example/a,b?c=1,2",
    "https://ok.example/?ips=1.1.1.1,10.0.0.1",
    "see https://ok.example/x for more",
    "u:p@ok.example/x",
  ])("is inside the boundary with %j", (url) => {
    expect(hostsIn({ url }, listed)).toEqual({ hosts: ["ok.example"], outside: [] });
  });
});

describe("declared egress", () => {
  test.each([
    "ok.example\\@10.0.0.1",
    "ok.example\\@ok.example",
    "ok.example,10.0.0.1",
    "ok.example/a b",
    "/10.0.0.1",
    "data:8080",
    "evil.example.1",
    "https://evil.example.1/",
    "a.example:99999",
    "ok.example and 10.0.0.1",
    "",
    "data:,x",
    "mailto:ada@ok.example",
    7,
    [null],
    [true],
  ])("is unreadable, and outside every boundary: %j", (declared) => {
    for (const allowed of [null, listed, []]) {
      const { hosts, outside } = declaredIn(declared, allowed);
      expect(outside.length).toBeGreaterThan(0);
      expect(hosts, JSON.stringify(declared)).toContain("(unreadable)");
    }
  });

  test.each(["ok.example", "https://ok.example/x", "http:ok.example", "//ok.example", "git@ok.example:x"])(
    "is the host of %s",
    (declared) => {
      for (const value of [declared, [declared], { to: { host: declared, port: 443, tls: true } }])
        expect(declaredIn(value, listed)).toEqual({ hosts: ["ok.example"], outside: [] });
    },
  );

  test("includes nested addresses, and member names that are hosts", () => {
    expect(declaredIn("https://ok.example/?to=http%3A%2F%2F10.0.0.1", listed).hosts).toContain("10.0.0.1");
    expect(declaredIn({ "evil.example": 443 }, listed).outside).toMatchObject([{ host: "evil.example" }]);
  });

  test.each([
    { host: 0 },
    { host: 127 },
    { port: 443 },
    { host: null, port: 443 },
    { tls: true },
    [{ host: 1 }, "ok.example"],
    { to: { ip: 0 }, also: "ok.example" },
    { hosts: ["ok.example", { ip: [0] }] },
  ])("is unreadable if an object describes a host that it does not name: %j", (declared) => {
    for (const allowed of [null, listed])
      expect(declaredIn(declared, allowed).outside).toContainEqual(
        expect.objectContaining({ host: "(unreadable)" }),
      );
  });

  test.each([
    [[]],
    [{}],
    [{ hosts: [] }],
    [{ host: "ok.example", port: 443, tls: true, proxy: null }],
    [{ hosts: ["ok.example"], port: 443 }],
    [{ "ok.example": { port: 443, tls: { strict: true } } }],
    [{ to: { host: { name: "ok.example", port: 443 } }, list: ["ok.example"] }],
  ])("is inside the boundary if each described host is named: %j", (declared) => {
    expect(declaredIn(declared, listed).outside).toEqual([]);
  });
});
