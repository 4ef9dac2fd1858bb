// An operator with all rights on the database alters what an agent did; the auditor, who kept the keys and a checkpoint,
// verifies the exported log without the server, and the altered event is named.
//
//   ASSAY_BASE_URL=… ASSAY_API_KEY=… DATABASE_URL=postgres://superuser@… node examples/dist/evidence-audit.mjs
//
// It alters the evidence of the workspace for good: run it on a database that you can throw away.
import { Assay } from "@assay/sdk";
import { type ExportReport, verifyExport } from "@assay/sdk/verify";
import pg from "pg";
import "./could-not-run.ts";

const databaseUrl = process.env["DATABASE_URL"];
if (databaseUrl === undefined) {
  console.error("Set DATABASE_URL to the server's own Postgres, as a superuser.");
  process.exit(2);
}

const assay = new Assay(); // ASSAY_API_KEY, ASSAY_BASE_URL
const { events, evidence } = assay.control;

// What an agent did, step by step.
for (const [tool, dose] of [
  ["chart.read", null],
  ["medication.order", "5 mg"],
  ["chart.write", null],
])
  await events.create({ type: "tool_call", session: "visit-118", data: { agentId: "ward-bot", tool, dose } });

// What the auditor keeps: a checkpoint, and the keys from a time when the server was trusted.
const keys = await evidence.keys();
const { checkpoint, origin } = await evidence.checkpoint();
const exported = async (): Promise<string> => (await evidence.export()).text();
const report = async (): Promise<ExportReport> =>
  verifyExport(await exported(), { keys, origin, trusted: [checkpoint] });
const before = await report();
console.log(
  `Before: ${before.valid ? "the log is whole and unchanged" : before.code} (${before.events} events).`,
);

const operator = new pg.Client({ connectionString: databaseUrl });
await operator.connect();
const tenfold = `update events set data = replace(data::text, '5 mg', '50 mg')::json where data::text like '%5 mg%'`;
try {
  // The database refuses …
  await operator.query(tenfold);
} catch (error) {
  console.log(`The operator is refused: ${error instanceof Error ? error.message : String(error)}`);
}
// … until a superuser takes away what refuses.
await operator.query("alter table events disable trigger all");
await operator.query(tenfold);
await operator.query("alter table events enable trigger all");
await operator.end();

// No API call shows anything odd: the event is answered as it now stands.
const { events: shown } = await events.list({ order: "asc", session: "visit-118" });
console.log(`The API now says: ${JSON.stringify(shown[1]?.data)}`);

const after = await report();
for (const { seq, eventId, code, detail } of after.problems)
  console.log(`The audit: event ${seq} (${eventId}): ${code}. ${detail}`);
process.exitCode = after.valid ? 0 : 1;
