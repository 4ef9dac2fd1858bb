import { describe, expect, test } from "vitest";
import { findSecrets, redactSecrets } from "./secret-material.ts";

const x = (count: number): string => "x1".repeat(count / 2);

describe("secret material", () => {
  test.each([
    ["private_key", `-----BEGIN RSA PRIVATE KEY-----\n${x(40)}`],
    ["assay_api_key", `assay_live_${x(38)}`],
    ["aws_access_key_id", `AKIA${"A1".repeat(8)}`],
    ["github_token", `token ghp_${x(36)}`],
    ["gitlab_token", `glpat-${x(20)}`],
    ["slack_token", `xoxb-${x(12)}`],
    ["stripe_key", `sk_live_${x(24)}`],
    ["model_provider_key", `sk-ant-${x(40)}`],
    ["google_api_key", `AIza${x(34)}1`],
    ["json_web_token", `eyJ${x(10)}.eyJ${x(10)}.${x(10)}`],
    ["bearer_credential", `Authorization: Bearer ${x(20)}`],
    ["password_in_url", "postgres://ada:hunter2@db.example.com/x"],
  ])("%s is found by its format", (type, text) => {
    expect(findSecrets({ note: `See ${text} here` })).toEqual([{ type, path: "/note" }]);
  });

  test("is found by the name of its member, in camel case and snake case, and in lists", () => {
    const value = {
      clientSecret: "correcthorse",
      db: { db_password: ["staple-battery"] },
      "api-key": "abcdef",
      [`${"a".repeat(60)}_password`]: "correcthorse",
    };
    expect(findSecrets(value)).toEqual([
      { type: "named_secret", path: "/clientSecret" },
      { type: "named_secret", path: "/db/db_password/0" },
      { type: "named_secret", path: "/api-key" },
      { type: "named_secret", path: `/${"a".repeat(60)}_password` },
    ]);
  });

  test.each([
    "passWord",
    "password2",
    "PASSWORD_1",
    "passcode",
    "secretAccessKey",
    "aws_secret_access_key",
    "AWS_SESSION_TOKEN",
  ])("is found in a member with the name %s", (name) => {
    expect(findSecrets({ [name]: "correcthorse" })).toEqual([{ type: "named_secret", path: `/${name}` }]);
  });

  test.each([
    { password: "${DB_PASSWORD}" },
    { secret: "vault:kv/db#password" },
    { apiKey: "{{ key }}" },
    { password: "********" },
    { secret: "see the ticket" },
    { page_token: "abcdefghijkl" },
    { token_count: "123456789" },
    { note: "The task-force requested a basic explanation of sk-values." },
    { url: "https://example.com/a:b@c" },
  ])("is not %o", (value) => {
    expect(findSecrets(value)).toEqual([]);
  });

  test("an agent's own key is found at any position, even as a member name", () => {
    const own = ["agent-key-0123456789"];
    expect(findSecrets({ a: [`?key=${own[0]}&x`], "agent-key-0123456789": 1 }, own)).toEqual([
      { type: "agent_api_key", path: "/*" },
      { type: "agent_api_key", path: "/a/0" },
    ]);
    expect(findSecrets({ a: "short" }, ["short"])).toEqual([]);
  });

  test("an agent's own key is found if it is percent-encoded once", () => {
    const own = ["Agent/Key+0123456789"];
    for (const key of [
      "Agent%2FKey%2B0123456789",
      "%41gent%2fkey%2b012345678%39",
      "100%+Agent/Key+0123456789",
    ])
      expect(findSecrets({ a: `x ${key} y` }, own)).toEqual([{ type: "agent_api_key", path: "/a" }]);
    expect(findSecrets({ a: "Agent%252FKey%252B0123456789" }, own)).toEqual([]);
  });

  test("has a JSON Pointer as its path, which never contains the secret", () => {
    const secret = `ghp_${x(36)}`;
    const value = { "a/b~c": { [secret]: secret } };
    const found = findSecrets(value);
    expect(found.map(({ path }) => path)).toContain("/a~1b~0c/*");
    const redacted = redactSecrets(value);
    expect(JSON.stringify(redacted)).not.toContain(secret);
  });

  test("is redacted, without any other change", () => {
    const value = { note: `ghp_${x(36)}`, keep: [1, null, { text: "plain" }] };
    expect(redactSecrets(value)).toEqual({
      note: "[redacted:github_token]",
      keep: [1, null, { text: "plain" }],
    });
  });

  test("is searched in linear time", () => {
    const hostile = [
      "eyJ".repeat(20_000),
      `bearer ${" ".repeat(60_000)}`,
      "a".repeat(60_000),
      "aa_".repeat(20_000),
    ];
    // Quadratic time over 60,000 characters would exceed the test's time limit.
    for (const text of hostile) expect(findSecrets({ [text]: text })).toBeDefined();
  }, 60_000);

  test("is searched in linear time, also behind each possible start of a format", () => {
    const starts = [
      "eyJ-",
      "-eyJ_",
      "eyJ-eyJxxxxx.",
      "bearer ",
      "a://",
      "aa://a:",
      "SG.-",
      "xoxb-",
      "sk-",
      "AKIA-",
    ];
    // Quadratic time over 1,000,000 characters would exceed the test's time limit by far.
    for (const start of starts)
      expect(findSecrets({ note: start.repeat(1_000_000 / start.length) })).toBeDefined();
  }, 60_000);

  test.each([
    [`token-eyJ${x(8)}.eyJ${x(8)}.${x(8)}`, 1],
    [`a.eyJ${x(8)}.eyJ${x(8)}.${x(8)}.b`, 1],
    [`eyJeyJ-${x(8)}.eyJ${x(8)}.${x(8)}`, 1],
    [`eyJ${x(6)}.eyJ${x(8)}.eyJ${x(8)}.${x(8)}`, 1],
    [`xeyJ${x(8)}.eyJ${x(8)}.${x(8)}`, 0],
    [`eyJ${x(8)}.eyJ${x(6)}.${x(8)}`, 0],
    [`eyJ${x(8)}.xyJ${x(8)}.${x(8)}`, 0],
  ])("is a JSON web token only if all three parts are complete: %s", (note, count) => {
    expect(findSecrets({ note })).toHaveLength(count);
  });

  test("is found at any nesting depth, without a stack overflow", () => {
    let deep: unknown = `ghp_${x(36)}`;
    for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
    expect(findSecrets(deep)).toHaveLength(1);
  });
});
