import { describe, expect, test } from "vitest";
import { evaluateEgress } from "./egress.ts";

const isPublicAddress = (address: string): boolean => !/^(?:10|127|169)\.|^::1$/.test(address);
const listed = ["ok.example", "*.ok.example:443"];
const hostsIn = (sent: unknown, allowed: readonly string[] | null = null) => {
  const { hosts, outside } = evaluateEgress({ sent, declared: undefined }, { allowed, isPublicAddress });
  return { hosts, outside: outside.map(({ host }) => host).sort() };
};
const declaredIn = (declared: unknown, allowed: readonly string[] | null = null) =>
  evaluateEgress({ sent: {}, declared }, { allowed, isPublicAddress });

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

describe("declared egress", () => {
  test.each([
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
});
