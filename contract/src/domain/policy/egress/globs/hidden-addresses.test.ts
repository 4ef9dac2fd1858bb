import { describe, expect, test } from "vitest";
import { evaluateEgress } from "../egress.ts";

const isPublicAddress = (address: string): boolean => !/^(?:0|10|127|169)\.|^::1$/.test(address);
const listed = ["api.ok.example", "www.ok.example"];
const unreadable = "(unreadable)";
const outsideOf = (sent: unknown, allowed: readonly string[] | null): string[] =>
  evaluateEgress({ sent, declared: undefined }, { allowed, isPublicAddress }).outside.map(({ host }) => host);
const outsideIn = (member: string, text: string, allowed: readonly string[] | null): string[] =>
  outsideOf({ [member]: text }, allowed);

/** The forms of texts in which an address must be found. */
const around = (address: string): string[] => [
  address,
  `see ${address}`,
  `curl "${address}"`,
  `(${address}).`,
  `{"u":"${address}","n":1}`,
  `<${address}>`,
];

describe("a glob before the end of the host", () => {
  test.each([
    ["http://{127.0.0.1}/", "127.0.0.1"],
    ["http://{127.0.0.1,a.b}:28911/", "127.0.0.1"],
    ["http://{a.b,127.0.0.1}:28911/", "127.0.0.1"],
    ["http://1{2}7.0.0.1", "127.0.0.1"],
    ["http://[1-1]27.0.0.1/", "127.0.0.1"],
    ["http://127.0.0.[1-3:2]/", "127.0.0.3"],
    ["http://10.0.0.[005-005]/", "10.0.0.5"],
    ["http://10.0.0.{5..6}/", "10.0.0.6"],
    ["http://u:p{@10.0.0.5,}/", "10.0.0.5"],
    ["http://{{10,127}.0.0.1,a.b}/", "127.0.0.1"],
    ["http{:}//10.0.0.5/", "10.0.0.5"],
    ["htt{p}://10.0.0.5/", "10.0.0.5"],
    ["htt[p-p]://10.0.0.5/", "10.0.0.5"],
    ["htt{o..p}://10.0.0.5/", "10.0.0.5"],
    ["h{ttp:/}/10.0.0.5/", "10.0.0.5"],
    ["https{://10.0.0.5/,}", "10.0.0.5"],
    ["http{\\:}//10.0.0.5/", "10.0.0.5"],
    ["http:{/}{/}10.0.0.5", "10.0.0.5"],
    ["dict{:}/10.0.0.5:6379/info", "10.0.0.5"],
    ["redi{s,s}://10.0.0.5", "10.0.0.5"],
    ["https://api.ok.example/?next=htt{p}://10.0.0.5/", "10.0.0.5"],
    ["http%7B:%7D//10.0.0.5/", "10.0.0.5"],
    [`${"{".repeat(5000)}http{:}//10.0.0.5/${"}".repeat(5000)}`, "10.0.0.5"],
  ])("does not hide the host: %j", (address, host) => {
    for (const allowed of [null, listed])
      for (const text of around(address)) {
        for (const member of ["q", "target", "url", "link"])
          expect(outsideIn(member, text, allowed), member + text).toContain(host);
        expect(outsideOf({ command: ["curl", text] }, allowed), text).toContain(host);
      }
  });

  test.each([
    ["http{:}//evil.example/", "evil.example"],
    ["http://api.ok.example{/,@evil.example/}", "evil.example"],
    ["http://api.ok.example{.evil.example}/", "api.ok.example.evil.example"],
    ["http://{api,evil}.ok.example/", "evil.ok.example"],
    ["http://{host}:{@api.ok.example}{.evil.example}/", "api.ok.example.evil.example"],
    ["http://${a}@{evil.example}/", "evil.example"],
    ["http://${x@api.ok.example}.evil.example/", "$x@api.ok.example.evil.example"],
  ])("is no way past a list of hosts: %j", (address, host) => {
    for (const text of around(address))
      expect(outsideIn("q", text, listed).join(" "), text).toContain(host.replace(/^.*@/, ""));
  });

  test.each(["12{7}.0.0.1/x", "127.0.[0-0].1:80", "{a.b,127.0.0.1}", "1{27.0,2}.0.1"])(
    "does not hide a host without a scheme: %j",
    (text) => expect(outsideIn("target", text, null)).toEqual(["127.0.0.1"]),
  );

  test.each([
    "http://[1-99].evil.example/",
    "htt[a-z][a-z]://evil.example/",
    "http://{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.b/",
  ])("with too many forms is unreadable: %j", (address) => {
    for (const text of around(address)) expect(outsideIn("q", text, listed), text).toContain(unreadable);
  });

  test.each([
    "https://{api,www}.ok.example/x",
    "https://{api.ok.example}/x",
    "http{,s}://api.ok.example/",
    "https://api.ok.example/users/{id}",
    "https://api.ok.example/[1-500]/{a,b}/x{c}",
    "https://api.ok.example?q={http}",
    "https://api.ok.example{/id}",
    "https://api.ok.example{?id}",
    "https://{user}:{password}@api.ok.example/x",
  ])("leaves allowed hosts allowed: %j", (address) => {
    for (const text of around(address)) expect(outsideIn("q", text, listed), text).toEqual([]);
  });
});

test.each([
  "http://{127.0.0.1}/",
  "http://%7B127.0.0.1%7D/",
  "https://{}.example/",
  "https://a}.example/",
  "//{127.0.0.1}/x",
])("a host with braces is unreadable if it is declared or cannot be expanded: %j", (text) => {
  const { outside } = evaluateEgress({ sent: {}, declared: text }, { allowed: null, isPublicAddress });
  expect(outside.map(({ host }) => host)).toContain(unreadable);
});

test.each([
  "\\href{https://api.ok.example}{text} and \\url{https://api.ok.example/x}",
  "\\footnote{\\href{https://api.ok.example/x_{1}}{a,b}}",
  "@misc{a, url={https://api.ok.example}, note={b}}",
  "see {{base_url}}/x and {{scheme}}://{{host}}/x",
  "fetch(`${proto}://${host}:${port}/x`)",
  'requests.get(f"http://{host}:{port}/x"), f"http://{}:{}/"',
  "use s3://{bucket}/{key} or redis://{host}:{port}",
  "a{background:url(https://api.ok.example/x)}b{font:a,b,c}",
  `${"c{font:a,b,c;x:y}".repeat(20)}e{background:url(https://api.ok.example/x.png)}`,
  "See [1-100](https://api.ok.example/) and [a-z](https://api.ok.example){.button}.",
  "{http:{port:80},ws:{path:a}}",
  "see https://api.ok.example:{port}/x, https://{api,www}.ok.example:{443,8443}/x",
  "if(a){b:/x/}//c{d}",
])("ordinary text with braces hides no address: %j", (q) => {
  for (const allowed of [null, listed]) expect(outsideIn("q", q, allowed)).toEqual([]);
});

describe("a scheme of curl", () => {
  const schemes =
    "dict gopher gophers ldap ldaps sftp scp ftps imap imaps pop3 pop3s smtp smtps smb smbs rtsp rtmp telnet tftp mqtt";
  test.each(schemes.split(" "))("needs one slash before the host: %s", (scheme) => {
    for (const slashes of ["/", "//", "///"]) {
      const address = `${scheme}:${slashes}10.0.0.5:70/x`;
      for (const text of [
        address,
        address.toUpperCase(),
        `x ${address}`,
        `"${address}"`,
        `{"u":"${address}"}`,
      ])
        for (const member of ["q", "target", "link", "url"])
          for (const allowed of [null, listed])
            expect(outsideIn(member, text, allowed), text).toContain("10.0.0.5");
      const { outside } = evaluateEgress({ sent: {}, declared: address }, { allowed: null, isPublicAddress });
      expect(outside.map(({ host }) => host)).toContain("10.0.0.5");
    }
  });

  test.each(["mydict:/a", "x.dict:/a", "dict: /a", "the scp:a", "imap:/", "dict:////10.0.0.5/"])(
    "is no part of %j",
    (q) => expect(outsideIn("q", `x ${q}`, null)).toEqual([]),
  );
});

test("texts with globs are searched in limited time", () => {
  const parts = [
    "{",
    "{a,b}",
    "http{:}//",
    "http://{a,b}",
    "[a-z]",
    "{a",
    "a,",
    "}",
    "{{http://a,b}c",
    "htt{p,p}:",
    "\\{",
  ];
  for (const part of parts) {
    const half = part.repeat(30_000 / part.length);
    for (const q of [half + half, `${half}://${"}".repeat(30_000)}`, `http://{${half},${half}}/`])
      expect(
        evaluateEgress({ sent: { q, target: q }, declared: q }, { allowed: null, isPublicAddress }),
      ).toBeDefined();
  }
}, 60_000);
