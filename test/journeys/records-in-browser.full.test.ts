// Tests an auditor's web page that verifies records in a real browser with the bundled SDK and saved keys.
import { Assay } from "@assay/sdk";
import { verifyRecord } from "@assay/sdk/verify";
import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { bundledVerify } from "../support/bundled-verify.ts";
import { openBrowser } from "../support/open-browser.ts";
import { mutationsOf } from "../support/record-mutations.ts";
import { rewritten } from "../support/record-rewriting.ts";
import { runPage } from "../support/run-page.ts";
import { startTestServer } from "../support/server.ts";

const opened = await openBrowser();
afterAll(() => opened?.close());

const page = `
import { verifyRecord } from "/verify.mjs";
const bytesOf = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
export async function run() {
  const { files, options } = await (await fetch("/given.json")).json();
  const verdicts = [];
  for (const { bytes, with: which } of files) verdicts.push(await verifyRecord(bytesOf(bytes), options[which]));
  return verdicts;
}`;

/** Returns records and keys from a server, which is then closed. */
async function sealed() {
  const server = await startTestServer("embedded");
  try {
    const { control } = new Assay({ baseUrl: server.url, apiKey: await server.newWorkspace() });
    await control.agents.create({ id: "bot", tools: ["chart.read"] });
    const args = { patient: "Zo\u00eb \u{1F600}", dose: [0.85, 1e-7], note: "<\u2028>" };
    const decisions = [];
    for (let step = 0; step < 3; step += 1)
      decisions.push(
        await control.authorize({ agentId: "bot", tool: "chart.read", args: { ...args, step } }),
      );
    const records = [];
    for (const { decisionId } of decisions) records.push(await control.records.sign({ decisionId }));
    records.push(await control.records.sign({ verdict: "approved", args }));
    const { checkpoint } = await control.evidence.checkpoint();
    return { records, keys: await control.evidence.keys(), checkpoint };
  } finally {
    await server.close();
  }
}

describe.skipIf(!opened)("in a real browser", () => {
  test("records verify as in Node.js: altered ones are refused with the same results", async () => {
    if (!opened) throw new Error("No browser is available.");
    const { records, keys, checkpoint } = await sealed();
    const [record, ...others] = records;
    if (!record) throw new Error("No record was sealed.");
    const revoked = { keys: [], revoked: keys.keys.map((key) => ({ ...key, revokedAt: 1 })) };
    const options = {
      keys: { keys },
      list: { keys: keys.keys },
      none: { keys: [] },
      revoked: { keys: revoked },
      saved: { keys: revoked, trusted: [checkpoint] },
      other: { keys, issuer: "https://other.example" },
    };
    let state = 20_261_128;
    const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const whole = [...records, { record }].map((one) => rewritten(one, random));
    const altered = fc
      .sample(mutationsOf(record, others), { seed: 20_261_128, numRuns: 300 })
      .map(({ text }) => text);
    const files = [
      ...whole.flatMap((text) => Object.keys(options).map((which) => ({ text, which }))),
      ...altered.map((text) => ({ text, which: "keys" })),
    ];
    const inBrowser = await runPage(opened.browser, {
      "/page.mjs": { type: "text/javascript", body: page },
      "/verify.mjs": { type: "text/javascript", body: await bundledVerify() },
      "/given.json": {
        type: "application/json",
        body: JSON.stringify({
          options,
          files: files.map(({ text, which }) => ({
            bytes: Buffer.from(text).toString("base64"),
            with: which,
          })),
        }),
      },
    });
    const here = [];
    for (const { text, which } of files)
      here.push(await verifyRecord(Buffer.from(text), Reflect.get(options, which)));
    expect(inBrowser).toEqual(JSON.parse(JSON.stringify(here)));
    const codes = here.map(({ valid, code }) => `${valid} ${code}`);
    const those = [
      "true ok",
      "true ok",
      "false kid_unknown",
      "false kid_revoked",
      "true ok",
      "false other_issuer",
    ];
    // An asserted record by a revoked key is invalid, regardless of what the auditor has saved.
    const asserted = those.map((code, at) => (at === 4 ? "false kid_revoked" : code));
    expect(codes.slice(0, 30)).toEqual([...those, ...those, ...those, ...asserted, ...those]);
    expect(codes.slice(30).filter((code) => !code.startsWith("false "))).toEqual([]);
  });
});
