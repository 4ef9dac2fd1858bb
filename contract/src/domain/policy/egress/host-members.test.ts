import { describe, expect, test } from "vitest";
import { evaluateEgress } from "./egress.ts";

const isPublicAddress = (address: string): boolean => !/^(?:10|127|169)\.|^::1$|^f[ce]/.test(address);
const outsideOf = (sent: unknown, allowed: readonly string[] | null = null): string[] =>
  evaluateEgress({ sent, declared: undefined }, { allowed, isPublicAddress })
    .outside.map(({ host }) => host)
    .sort();
const listed = ["ok.example"];

describe("a member whose name indicates an address or a proxy", () => {
  test.each([
    "ip",
    "IP",
    "ips",
    "ip2",
    "sourceIp",
    "clientIP",
    "ip_address",
    "ipAddress",
    "IPAddress",
    "ipaddr",
    "ipv4",
    "ipv6_address",
    "proxy",
    "proxies",
    "httpProxy",
    "HTTPS_PROXY",
    "fqdn",
    "nameserver",
    "dns",
    "serverName",
    "url2",
  ])("%s contains hosts without a scheme", (member) => {
    for (const allowed of [null, listed]) {
      expect(outsideOf({ [member]: "10.0.0.1:3128" }, allowed)).toEqual(["10.0.0.1"]);
      expect(outsideOf({ [member]: ["localhost"] }, allowed)).toEqual(["localhost"]);
      expect(outsideOf({ deep: [{ [member]: "0x7f.1" }] }, allowed)).toEqual(["127.0.0.1"]);
      expect(outsideOf({ [member]: "::1" }, allowed)).toEqual(["[::1]"]);
    }
    expect(outsideOf({ [member]: "evil.example" }, listed)).toEqual(["evil.example"]);
    expect(outsideOf({ [member]: ["ok.example", "ok.example:443/x"] }, listed)).toEqual([]);
    expect(outsideOf({ [member]: "2606:4700::1111" })).toEqual([]);
  });
});

describe("the port of a host without a scheme", () => {
  const withPort = ["[2606:4700::443]:443", "ok.example:443"];

  test.each(["[2606:4700::443]:443", "[2606:4700::443]:443/x", "ok.example:443", "ok.example:443?x"])(
    "is the number after the host in %s",
    (host) => expect(outsideOf({ host }, withPort)).toEqual([]),
  );

  test.each([
    ["2606:4700::443", "[2606:4700::443]"],
    ["2606:4700::443/x", "[2606:4700::443]"],
    ["[2606:4700::443]", "[2606:4700::443]"],
    ["ok.example/a:443", "ok.example"],
    ["ok.example?a:443", "ok.example"],
  ])("is unknown in %s", (host, outside) => {
    expect(outsideOf({ host }, withPort)).toEqual([outside]);
    expect(outsideOf({ host }, ["[2606:4700::443]", "ok.example"])).toEqual([]);
  });
});

describe("a member whose value is sometimes a host", () => {
  test.each([
    "address",
    "remoteAddr",
    "gateway",
    "peer",
    "target",
    "destination",
    "dest",
    "site",
    "link",
    "redirectTo",
    "callback",
    "upstream",
    "backend_1",
    "node",
    "broker",
    "bind",
    "src",
    "cidr",
    "urlToFetch",
    "server_config",
  ])("%s contains IP addresses and local names", (member) => {
    for (const value of ["10.0.0.1", "10.0.0.1:80/x", "10.0.0.1/8", "see 10.0.0.1, then go", "u@10.0.0.1"]) {
      for (const allowed of [null, listed])
        expect(outsideOf({ [member]: value }, allowed)).toEqual(["10.0.0.1"]);
    }
    expect(outsideOf({ [member]: "Localhost:8080" })).toEqual(["localhost"]);
    expect(outsideOf({ [member]: ["db.internal."] })).toEqual(["db.internal"]);
    expect(outsideOf({ [member]: "[fe80::1]:80" })).toEqual(["[fe80::1]"]);
    expect(outsideOf({ [member]: "fe80::1" })).toEqual(["[fe80::1]"]);
  });

  test.each([
    "12 Main Street, London SW1A 2AA",
    "ada@ok.example",
    "00:1a:2b:3c:4d:5e",
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "12:30:45",
    "18.20",
    "main",
    "report.pdf",
    "7",
    "",
    "[link](x)",
  ])("does not make a host of %j", (value) => {
    for (const member of ["address", "source", "target", "location"])
      expect(outsideOf({ [member]: value }, [])).toEqual([]);
  });
});

test.each([
  { host: { name: "10.0.0.1" } },
  { servers: [{ label: "10.0.0.1" }] },
  { endpoint: { primary: ["a", "10.0.0.1:80"] } },
  { hosts: { "10.0.0.1": { port: 80 } } },
  { url: { scheme: "http", authority: "10.0.0.1:80" } },
])("an object in a member whose name indicates a host contains hosts: %j", (sent) => {
  for (const allowed of [null, listed]) expect(outsideOf(sent, allowed)).toEqual(["10.0.0.1"]);
});

test.each(["note", "version", "description", "recipient", "zip", "shipment", "text"])(
  "the member %s contains no hosts without a scheme",
  (member) => {
    for (const value of ["10.0.0.1", "localhost"]) expect(outsideOf({ [member]: value }, [])).toEqual([]);
  },
);
