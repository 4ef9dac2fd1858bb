// Compares the signing and verification of decisions over HTTP with plain inserts of the same decisions' rows,
// each with one Ed25519 signature.
import { generateKeyPairSync, sign as signBytes } from "node:crypto";
import { Assay } from "@assay/sdk";
import type { BenchRow } from "./bench-row.ts";
import { plainInserts } from "./evidence.ts";
import { postMany } from "./post-many.ts";
import { median, serve } from "./serve.ts";

const count = Number(process.env["ASSAY_TEST_BENCH_RECORDS"] ?? 10_000);
const rounds = Number(process.env["ASSAY_TEST_BENCH_ROUNDS"] ?? 5);
interface Figures {
  recorded: number;
  asserted: number;
  verified: number;
  empty: number;
  /** Plain inserts with one signature each. */
  inserted: number;
}

/** Returns plain inserts of decisions' rows per second, each with one signature of the decision. */
function signedInserts(url: string, decisions: readonly string[]): Promise<number> {
  const { privateKey } = generateKeyPairSync("ed25519");
  return plainInserts(url, count, (index) => {
    signBytes(null, Buffer.from(decisions[index % decisions.length] ?? ""), privateKey);
  });
}

/**
 * Measures records per second: for decisions in a log with several thousand of them, and for decisions that
 * the caller sends.
 */
export async function benchRecords(url: string): Promise<BenchRow[]> {
  const { baseUrl, secret, stop } = await serve(url);
  const at = (path: string) => ({ baseUrl, secret, path });
  const sign = at("/api/verification-record/sign");
  const verify = at("/api/verification-record/verify");
  try {
    const { control } = new Assay({ apiKey: secret, baseUrl });
    await control.agents.create({ id: "ward-bot", tools: ["chart.read"] });
    const args = { patient: "p-1042", note: "Chest tightness for twenty minutes, worse on effort." };
    const requests = Array.from({ length: 2000 }, (_, index) =>
      JSON.stringify({ agentId: "ward-bot", tool: "chart.read", args: { ...args, index } }),
    );
    const { answers: decisions } = await postMany(at("/api/policy/authorize"), requests);
    const ids = decisions.map((text) =>
      JSON.stringify({ decisionId: /"decisionId":"(\w+)"/.exec(text)?.[1] }),
    );
    const many = (bodies: readonly string[]): string[] =>
      Array.from({ length: count }, (_, index) => bodies[index % bodies.length] ?? "");
    const figures: Figures[] = [];
    // Warm up first, because Node.js compiles the server's code while it runs.
    for (let warm = 0; warm < 3; warm += 1) await postMany(verify, (await postMany(sign, ids)).answers);
    for (let round = 0; round < rounds; round += 1) {
      const recorded = await postMany(sign, many(ids));
      const asserted = await postMany(sign, many(decisions.map((text) => text.replace('"dec_', '"ext_'))));
      const verified = await postMany(verify, recorded.answers);
      const invalid = verified.answers.filter((text) => !text.startsWith('{"valid":true'));
      if (invalid.length > 0) throw new Error(`${invalid.length} records were refused: ${invalid[0]}`);
      const empty = await postMany(verify, many(["{}"]));
      figures.push({
        recorded: recorded.perSecond,
        asserted: asserted.perSecond,
        verified: verified.perSecond,
        empty: empty.perSecond,
        inserted: await signedInserts(url, decisions),
      });
    }
    const of = (name: keyof Figures): number => median(figures.map((one) => one[name]));
    const row = (what: string, name: keyof Figures, atLeast: number): BenchRow => ({
      what: `${what} over HTTP, 64 connections`,
      unit: "records/s",
      ours: of(name),
      peer: "plain INSERT of a decision's row with one Ed25519 signature, one commit each, 20 connections",
      theirs: of("inserted"),
      ratio: median(figures.map((one) => one[name] / one.inserted)),
      atLeast,
    });
    console.log("records: responses to an empty object, per second:", Math.round(of("empty")));
    return [
      row("sign a decision in the log", "recorded", 0.25),
      row("sign a decision that the request contains", "asserted", 0.25),
      row("verify a recorded decision", "verified", 0.25),
    ];
  } finally {
    await stop();
  }
}
