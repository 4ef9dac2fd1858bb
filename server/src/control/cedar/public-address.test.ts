import { computeFacts, type FactSources } from "@assay/contract/domain";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

const agent = { status: "active", tools: ["web.fetch", "chart.write"], boundary: "default", secrets: [] };
const sources: FactSources = {
  agent,
  now: 0,
  settings: {
    timeZone: "UTC",
    toolRisk: {},
    defaultToolRisk: "low",
    boundaries: { clinic: ["api.clinic.example", "*.records.example", "10.0.0.7:8080"] },
  },
  resource: { type: "tool", id: "web.fetch" },
  groups: { agent: [], tool: [] },
  destinations: {},
  call: [],
  context: {},
  isShared: false,
  agentAuthenticated: false,
  approved: false,
  rateExceeded: false,
  budgetExceeded: false,
};
const facts = (further: Partial<FactSources>) =>
  computeFacts({ ...sources, ...further }, isPublicAddress).facts;
const outside = (args: Record<string, unknown>, boundary = "default"): readonly string[] =>
  facts({ destinations: args, agent: { ...agent, boundary } }).egressOutside;

test("the risk of a tool is searched once for each object of settings", () => {
  let reads = 0;
  const toolRisk: FactSources["settings"]["toolRisk"] = new Proxy(
    { "web.*": "high" },
    {
      ownKeys: (target) => {
        reads += 1;
        return Reflect.ownKeys(target);
      },
    },
  );
  const settings = { ...sources.settings, toolRisk };
  for (let round = 0; round < 3; round += 1) expect(facts({ settings }).risk).toBe("high");
  expect(reads).toBe(1);
  expect(facts({ settings: { ...settings, toolRisk: {} } }).risk).toBe("low");
});

describe("the agent", () => {
  test("is active only in the status active, and unknown if it does not exist", () => {
    for (const status of ["pending", "suspended", "quarantined", "retired", "Active", ""]) {
      expect(facts({ agent: { ...agent, status } })).toMatchObject({
        agentActive: false,
        agentStatus: status,
      });
    }
    expect(facts({})).toMatchObject({ agentActive: true, agentKnown: true });
    expect(facts({ agent: null })).toMatchObject({
      agentKnown: false,
      agentActive: false,
      agentStatus: "unknown",
      toolDeclared: false,
    });
  });

  test("may call its declared tools, by name or pattern, and every tool if the wildcard is its only tool", () => {
    const declared = (tools: string[], resource = sources.resource) =>
      facts({ agent: { ...agent, tools }, resource }).toolDeclared;
    expect(declared(["web.fetch"])).toBe(true);
    expect(declared([])).toBe(false);
    expect(declared(["web.*"])).toBe(true);
    expect(declared(["chart.*", "*.fetch"])).toBe(true);
    expect(declared(["WEB.*", "web", "web.?etch", "*.fetc"])).toBe(false);
    expect(declared(["*"])).toBe(true);
    expect(declared(["*", "chart.write"])).toBe(false);
    expect(declared(["**", "chart.write"])).toBe(false);
    expect(declared(["*"], { type: "document", id: "web.fetch" })).toBe(false);
  });
});

describe("the default boundary", () => {
  test.each([
    "http://127.0.0.1/",
    "http://localhost:8080/x",
    "http://LOCALHOST./",
    "http://a.localhost/",
    "http://169.254.169.254/latest/meta-data/",
    "http://metadata.google.internal/",
    "http://10.1.2.3/",
    "http://192.168.0.1",
    "http://172.16.0.1/",
    "http://100.64.0.1/",
    "http://[::1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://[fd00:ec2::254]/",
    // Other forms of 127.0.0.1: as one number, in octal, and abbreviated with a hexadecimal part.
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://0x7f.1/",
    "http://user:name@127.0.0.1/",
    // Unusual texts that a parser of the URL standard also accepts as addresses.
    "http:127.0.0.1",
    "http:\\\\127.0.0.1\\x",
    "ht\ntp://127.0.0.1/",
    "//127.0.0.1/x",
    "ftp://files.example.com/a",
    "file:///etc/passwd",
    "gopher://example.com/",
    "http://intranet/",
    "http://printer.local/",
    "https://example.com/?next=http%3A%2F%2F127.0.0.1%2F",
  ])("excludes %s", (url) => {
    expect(outside({ url })).toHaveLength(1);
    expect(outside({ list: [{ deep: url }] })).toHaveLength(1);
  });

  test.each([
    "https://example.com/a?b=c#d",
    "http://93.184.216.34/",
    "https://[2606:4700::1111]/",
    "plain text",
    "a:b",
  ])("includes %s", (text) => {
    expect(outside({ note: text })).toEqual([]);
  });

  test("finds addresses in prose and in names of members", () => {
    expect(outside({ note: 'Ask "http://10.0.0.1/a", then (https://example.com).' })).toEqual(["10.0.0.1"]);
    expect(outside({ "http://10.0.0.2/": 1 })).toEqual(["10.0.0.2"]);
  });

  test("finds addresses within other addresses, after long user names, and side by side", () => {
    expect(outside({ a: "https://example.com/http://10.0.0.1/" })).toEqual(["10.0.0.1"]);
    expect(outside({ a: "https://example.com,http://10.0.0.1/" })).toContain("10.0.0.1");
    expect(outside({ a: `see http://x,y@10.0.0.1/` })).toEqual(["10.0.0.1"]);
    expect(outside({ a: `see http://${"x.y".repeat(1000)}@10.0.0.1/` })).toEqual(["(unreadable)"]);
    expect(outside({ a: `https://example.com/${"x.y".repeat(1000)}` })).toEqual([]);
  });

  test("takes linear time in the length of the arguments", () => {
    // An algorithm with quadratic time would need minutes for a text of this length and exceed the time limit
    // of the test.
    const parts = ["http:", "http://", "a://", "%68ttp:", "http://x,", "http:@", 'http:\\"@<', "http:[{"];
    for (const text of parts) expect(outside({ a: `${text.repeat(8000)}@x` })).toBeInstanceOf(Array);
  }, 60_000);

  test("treats a bare host as an address only in members named for hosts", () => {
    expect(
      outside({ host: "10.0.0.1", baseUrl: "localhost:3000/x", callback_url: "169.254.169.254" }),
    ).toEqual(["10.0.0.1", "169.254.169.254", "localhost"]);
    expect(outside({ ip: "10.0.0.1", build: "10.0.0.2", version: "1.2.3.4" })).toEqual(["10.0.0.1"]);
  });

  test("checks the egress that the caller declares in each format, and excludes unreadable values", () => {
    const declared = (egress: unknown) => facts({ context: { egress } });
    expect(declared(["example.com", "https://api.example.com/x"])).toMatchObject({
      egressInside: true,
      egressHosts: ["api.example.com", "example.com"],
    });
    expect(declared({ hosts: ["10.0.0.1"] }).egressOutside).toEqual(["10.0.0.1"]);
    expect(declared("not a host").egressInside).toBe(false);
    // Clients resolve 2130706433 to 127.0.0.1.
    for (const egress of [
      2_130_706_433,
      [2_130_706_433],
      { ip: 2_130_706_433 },
      [true],
      [null],
      { hosts: [0] },
    ])
      expect(declared(egress), JSON.stringify(egress)).toMatchObject({
        egressInside: false,
        egressHosts: ["(unreadable)"],
      });
    expect(declared([{ host: "example.com", port: 443, tls: true }]).egressInside).toBe(true);
    for (const none of [undefined, null, [], {}]) expect(declared(none).egressInside).toBe(true);
  });

  test("excludes everything beyond 100 hosts", () => {
    const urls = Array.from({ length: 101 }, (_, index) => `https://h${index}.example.com/`);
    expect(facts({ destinations: { urls: urls.slice(1) } }).egressInside).toBe(true);
    expect(facts({ destinations: { urls } })).toMatchObject({ egressInside: false });
  });
});

describe("a named boundary", () => {
  test("lists allowed hosts, subdomains by a wildcard, and ports", () => {
    const inside = (url: string) => outside({ url }, "clinic").length === 0;
    expect(inside("https://api.clinic.example/v1")).toBe(true);
    expect(inside("https://a.records.example/")).toBe(true);
    expect(inside("http://10.0.0.7:8080/")).toBe(true);
    expect(inside("http://10.0.0.7/")).toBe(false);
    expect(inside("https://records.example/")).toBe(false);
    expect(inside("https://evilrecords.example/")).toBe(false);
    expect(inside("https://example.com/")).toBe(false);
  });

  test("allows nothing without a setting for its name", () => {
    expect(outside({ url: "https://example.com/" }, "elsewhere")).toEqual(["example.com"]);
    expect(outside({ url: "https://example.com/" }, "constructor")).toEqual(["example.com"]);
  });
});

describe("risk", () => {
  test("is the maximum of the tool's and the caller's risk", () => {
    const risk = (tool: "low" | "medium" | "high" | undefined, claim?: unknown) =>
      facts({
        settings: { ...sources.settings, toolRisk: tool === undefined ? {} : { "web.fetch": tool } },
        context: claim === undefined ? {} : { risk: claim },
      }).risk;
    expect(risk(undefined)).toBe("low");
    expect(risk("medium")).toBe("medium");
    expect(risk("high", "low")).toBe("high");
    expect(risk("low", "medium")).toBe("medium");
    // An unknown risk counts as high.
    expect(risk("low", "extreme")).toBe("high");
    expect(risk("low", 0)).toBe("high");
    expect(risk("medium", null)).toBe("medium");
  });

  test("of a tool is the one of the most specific pattern, else the default", () => {
    const risk = (id: string, toolRisk: Record<string, "low" | "medium" | "high">) =>
      facts({
        settings: { ...sources.settings, toolRisk, defaultToolRisk: "high" },
        resource: { type: "tool", id },
      }).risk;
    const table = { "*": "medium", "rx.*": "high", "rx.re*": "medium", "rx.read": "low" } as const;
    expect(["rx.read", "rx.order", "rx.report", "RX.READ"].map((id) => risk(id, table))).toEqual([
      "low",
      "high",
      "medium",
      "medium",
    ]);
    expect(risk("rx.read", {})).toBe("high");
    expect(risk("constructor", { "rx.*": "low" })).toBe("high");
  });
});
