// An auditor saves the keys and a checkpoint. Then an operator with all database permissions alters an event.
// With the saved data, the auditor verifies the exported log offline and finds the altered event.
//
// ASSAY_BASE_URL=… ASSAY_API_KEY=… DATABASE_URL=postgres://superuser@… node examples/dist/evidence-audit.mjs
//
// The program permanently alters the workspace's evidence, so use a disposable database.
import { Assay } from "@assay/sdk";
import { type ExportReport, verifyExport } from "@assay/sdk/verify";
import pg from "pg";
import "./exit-on-error.ts";

const databaseUrl = process.env["DATABASE_URL"];
if (databaseUrl === undefined) {
  console.error("DATABASE_URL is required: the Postgres of the server, as a superuser.");
  process.exit(2);
}

const assay = new Assay(); // ASSAY_API_KEY, ASSAY_BASE_URL
const { events, evidence } = assay.control;

// An agent performs some actions.
for (const [tool, dose] of [
  ["chart.read", null],
  ["medication.order", "5 mg"],
  ["chart.write", null],
])
  await events.create({ type: "tool_call", session: "visit-118", data: { agentId: "ward-bot", tool, dose } });

// The auditor saves the keys and a checkpoint while the server is trusted.
const keys = await evidence.keys();
const { checkpoint, origin } = await evidence.checkpoint();
const exported = async (): Promise<string> => (await evidence.export()).text();
const report = async (): Promise<ExportReport> =>
  verifyExport(await exported(), { keys, origin, trusted: [checkpoint] });
const before = await report();
console.log(
  `Before: ${before.valid ? "the log is complete and unchanged" : before.code} (${before.events} events).`,
);

const operator = new pg.Client({ connectionString: databaseUrl });
await operator.connect();
const tenfold = `update events set data = replace(data::text, '5 mg', '50 mg')::json where data::text like '%5 mg%'`;
try {
  // A trigger rejects the update.
  await operator.query(tenfold);
} catch (error) {
  console.log(`The operator is refused: ${error instanceof Error ? error.message : String(error)}`);
}
// A superuser can disable the triggers, and then the same update succeeds.
await operator.query("alter table events disable trigger all");
await operator.query(tenfold);
await operator.query("alter table events enable trigger all");
await operator.end();

// The API returns the altered event.
const { events: shown } = await events.list({ order: "asc", session: "visit-118" });
console.log(`The API now returns: ${JSON.stringify(shown[1]?.data)}`);

const after = await report();
for (const { seq, eventId, code, detail } of after.problems)
  console.log(`The audit: event ${seq} (${eventId}): ${code}. ${detail}`);
process.exitCode = after.valid ? 0 : 1;
