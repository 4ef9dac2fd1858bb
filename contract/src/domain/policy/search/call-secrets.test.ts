import { expect, test } from "vitest";
import { type CallPart, searchSteps, secretsInParts } from "./call-secrets.ts";

const sizeOf = (value: object): number => 6 * JSON.stringify(value).length;

const part = (value: object, path = "/args"): CallPart => ({ path, owner: value, value });
const token = `ghp_${"a".repeat(36)}`;

test("a part is searched once for the same secrets, and costs steps once", () => {
  let reads = 0;
  const text = "x".repeat(1000);
  const args = new Proxy(
    { text, token },
    {
      ownKeys: (of) => {
        reads += 1;
        return Reflect.ownKeys(of);
      },
    },
  );
  const parts = [part(args)];
  // 4 steps for each of 1,000 characters, and for the remaining ones.
  expect(searchSteps(parts, ["my own secret"], sizeOf)).toBeGreaterThan(4000);
  const found = [{ type: "github_token", path: "/args/token" }];
  expect(secretsInParts(parts, ["my own secret"], true)).toEqual(found);
  const first = reads;
  expect(searchSteps(parts, ["my own secret"], sizeOf)).toBe(0);
  expect(secretsInParts(parts, ["my own secret"], true)).toEqual(found);
  expect(reads).toBe(first);
});

test("a part is searched again for other secrets", () => {
  const parts = [part({ text: "This is my own secret." })];
  expect(secretsInParts(parts, [], true)).toEqual([]);
  expect(searchSteps(parts, ["my own secret"], sizeOf)).toBeGreaterThan(0);
  expect(secretsInParts(parts, ["my own secret"], true)).toEqual([
    { type: "agent_api_key", path: "/args/text" },
  ]);
  expect(secretsInParts(parts, [], true)).toEqual([]);
});

test("a shared part has the path of its place", () => {
  const shared = { token };
  const places = [part(shared, "/action/properties"), part(shared, "/resource/properties")];
  expect(secretsInParts(places, [], true).map(({ path }) => path)).toEqual([
    "/action/properties/token",
    "/resource/properties/token",
  ]);
});
