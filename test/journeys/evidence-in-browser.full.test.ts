// Tests an auditor's web page that verifies an exported log and proofs in a real browser with the bundled
// SDK.
import { Assay } from "@assay/sdk";
import { verifyConsistency, verifyExport, verifyInclusion } from "@assay/sdk/verify";
import { afterAll, describe, expect, test } from "vitest";
import { bundledVerify } from "../support/bundled-verify.ts";
import { openBrowser } from "../support/open-browser.ts";
import { runPage } from "../support/run-page.ts";
import { startTestServer } from "../support/server.ts";

const opened = await openBrowser();
afterAll(() => opened?.close());

/** Interval between the changed bytes in the exported log; testing every byte would take the page minutes. */
const everyBytes = 23;

const page = `
import { verifyConsistency, verifyExport, verifyInclusion } from "/verify.mjs";
export async function run() {
  const { log, inclusion, consistency, options, event, trusted } = await (await fetch("/given.json")).json();
  const answers = {
    export: await verifyExport(log, options),
    inclusion: await verifyInclusion(inclusion, { ...options, event }),
    consistency: await verifyConsistency(consistency, { ...options, trusted }),
    otherKey: await verifyInclusion(inclusion, { ...options, keys: { keys: [] }, event }),
  };
  const unseen = [];
  for (let at = 0; at < log.length; at += ${everyBytes}) {
    const changed = log.slice(0, at) + String.fromCharCode(log.charCodeAt(at) ^ 1) + log.slice(at + 1);
    if ((await verifyExport(changed, options)).valid) unseen.push(at);
  }
  return { ...answers, unseen };
}`;

/** Returns a log with its proofs from a server, which is then closed. */
async function recorded() {
  const server = await startTestServer("embedded");
  try {
    const { events, evidence } = new Assay({
      baseUrl: server.url,
      apiKey: await server.newWorkspace(),
    }).control;
    await events.create({ type: "tool_call", session: "s-1", data: { agentId: "bot", step: 1 } });
    const { checkpoint: trusted, origin } = await evidence.checkpoint();
    const { eventId } = await events.create({ type: "tool_call", data: { name: "ann ü \u{1F600}" } });
    for (const step of [3, 4, 5]) await events.create({ type: "trace", data: { step } });
    await evidence.erase({ events: [eventId], reason: "On her request" });
    return {
      log: await (await evidence.export()).text(),
      inclusion: await evidence.inclusionProof({ seq: 3 }),
      consistency: await evidence.consistencyProof({ first: 1 }),
      options: { keys: await evidence.keys(), origin },
      event: (await events.list({ order: "asc" })).events[2],
      trusted,
    };
  } finally {
    await server.close();
  }
}

describe.skipIf(!opened)("in a real browser", () => {
  test("evidence verifies as in Node.js, and each changed byte is detected", async () => {
    if (!opened) throw new Error("No browser is available.");
    const given = await recorded();
    const { log, inclusion, consistency, options, event, trusted } = given;
    const inBrowser = await runPage(opened.browser, {
      "/page.mjs": { type: "text/javascript", body: page },
      "/verify.mjs": { type: "text/javascript", body: await bundledVerify() },
      "/given.json": { type: "application/json", body: JSON.stringify(given) },
    });
    const here = {
      export: await verifyExport(log, options),
      inclusion: await verifyInclusion(inclusion, { ...options, event }),
      consistency: await verifyConsistency(consistency, { ...options, trusted }),
      otherKey: await verifyInclusion(inclusion, { ...options, keys: { keys: [] }, event }),
    };
    expect(inBrowser).toEqual(JSON.parse(JSON.stringify({ ...here, unseen: [] })));
    expect(inBrowser).toMatchObject({
      export: { valid: true, events: 6, erased: 1 },
      inclusion: { valid: true },
      consistency: { valid: true },
      otherKey: { valid: false },
    });
  });
});
