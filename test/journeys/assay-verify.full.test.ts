// An auditor verifies a record with the command, using two files, without a server or an API key.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Assay } from "@assay/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runAssay } from "../support/assay-process.ts";
import { startTestServer } from "../support/server.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-verify-"));
const at = (name: string): string => join(folder, name);
let workspaceId: string;
let kid: string;

// The server is closed before the verification starts.
beforeAll(async () => {
  const server = await startTestServer("embedded");
  const { control } = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace() });
  await control.agents.create({ id: "bot", tools: ["chart.read"] });
  const decision = await control.authorize({ agentId: "bot", tool: "chart.read", args: { patient: "Zoë" } });
  const record = await control.records.sign({ decision });
  workspaceId = record.workspaceId;
  kid = record.signatures[0]?.kid ?? "";
  writeFileSync(at("record.json"), JSON.stringify(record, null, 2));
  writeFileSync(at("asserted.json"), JSON.stringify(await control.records.sign({ verdict: "approved" })));
  writeFileSync(at("keys.json"), JSON.stringify(await control.evidence.keys()));
  writeFileSync(at("checkpoint.json"), JSON.stringify(await control.evidence.checkpoint()));
  await server.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const verify = (...args: string[]) => runAssay(["verify", ...args], {});

describe("assay verify", () => {
  test("reports a valid record and exits 0", async () => {
    const { code, stdout, stderr } = await verify(at("record.json"), "--keys", at("keys.json"));
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("ok    signature: The signature is valid.\n");
    expect(stdout).toContain(`The record is valid, signed by ${kid} at `);
    expect(stdout).toContain("The evidence log contains this decision.\n");
    const asserted = await verify(at("asserted.json"), "--keys", at("keys.json"), "--workspace", workspaceId);
    expect(asserted.code).toBe(0);
    expect(asserted.stdout).toContain("The payload is not from the evidence log.\n");
  });

  test("reports an altered record and exits 1", async () => {
    const text = readFileSync(at("record.json"), "utf8");
    writeFileSync(at("altered.json"), text.replace('"Zoë"', '"Ann"'));
    const { code, stdout, stderr } = await verify(at("altered.json"), "--keys", at("keys.json"));
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toContain("FAIL  payload: ");
    expect(stdout).toContain("Verification FAILED: payload_digest_mismatch.\n");
    // JSON parsers read only the last of the two duplicate members.
    writeFileSync(at("twice.json"), text.replace("{", '{"payload":{},'));
    const twice = await verify(at("twice.json"), "--keys", at("keys.json"), "--json");
    expect([twice.code, JSON.parse(twice.stdout)]).toEqual([
      1,
      expect.objectContaining({ valid: false, code: "duplicate_key" }),
    ]);
    for (const name of ["keys.json", "checkpoint.json"])
      expect((await verify(at(name), "--keys", at("keys.json"))).code).toBe(1);
  });

  test("reports a record of another service or workspace, or by a revoked key", async () => {
    const other = await verify(
      at("record.json"),
      "--keys",
      at("keys.json"),
      "--workspace",
      "another",
      "--json",
    );
    expect([other.code, JSON.parse(other.stdout)["code"]]).toEqual([1, "other_issuer"]);
    const { keys } = JSON.parse(readFileSync(at("keys.json"), "utf8"));
    writeFileSync(at("revoked.json"), JSON.stringify({ keys: [], revoked: [{ ...keys[0], revokedAt: 1 }] }));
    const revoked = await verify(at("record.json"), "--keys", at("revoked.json"), "--json");
    expect([revoked.code, JSON.parse(revoked.stdout)["code"]]).toEqual([1, "kid_revoked"]);
    const options = ["--keys", at("revoked.json"), "--trusted", at("checkpoint.json"), "--json"];
    const before = await verify(at("record.json"), ...options);
    expect([before.code, JSON.parse(before.stdout)["valid"]]).toEqual([0, true]);
  });

  test("accepts the keys as a set, as a list, or a single key", async () => {
    const { keys } = JSON.parse(readFileSync(at("keys.json"), "utf8"));
    const { kty, crv, x } = keys[0];
    const files = {
      "list.json": [keys[0]],
      "one.json": { kty, crv, x },
      "among.json": { keys: [{ kty: "RSA", n: "AQAB", e: "AQAB" }, null, keys[0]] },
    };
    for (const [name, value] of Object.entries(files)) {
      writeFileSync(at(name), `\uFEFF${JSON.stringify(value)}`);
      expect([name, (await verify(at("record.json"), "--keys", at(name))).code]).toEqual([name, 0]);
    }
    // A file without keys proves nothing about the record, so it is an error and not a failed verification.
    writeFileSync(at("rsa.json"), JSON.stringify({ keys: [files["among.json"].keys[0]] }));
    writeFileSync(at("empty.json"), '{"keys":[]}');
    writeFileSync(at("odd.json"), JSON.stringify({ keys, revoked: "none" }));
    for (const name of ["rsa.json", "empty.json", "odd.json"]) {
      const { code, stderr } = await verify(at("record.json"), "--keys", at(name));
      expect([code, stderr]).toEqual([2, expect.stringContaining("has no signing keys")]);
    }
  });

  test("exits 2 when it cannot verify", async () => {
    const cases = [
      [[at("record.json")], "required option '--keys <file>' not specified"],
      [["--keys", at("keys.json")], "missing required argument 'file'"],
      [[at("none.json"), "--keys", at("keys.json")], "Cannot read"],
      [[at("record.json"), "--keys", at("none.json")], "Cannot read"],
      [[at("record.json"), "--keys", at("record.json")], "has no signing keys"],
      [[at("record.json"), "--keys", at("keys.json"), "--odd"], "unknown option '--odd'"],
    ] as const;
    for (const [args, message] of cases) {
      const { code, stderr } = await verify(...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });
});
