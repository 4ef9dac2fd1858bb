// Seals a decision in a file. An auditor verifies it offline with the file and the public keys, and detects
// an alteration.
//
//   ASSAY_BASE_URL=… ASSAY_API_KEY=… node examples/dist/sealed-decision.mjs [folder]
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Assay } from "@assay/sdk";
import { verifyRecord } from "@assay/sdk/verify";
import "./exit-on-error.ts";

const folder = process.argv[2] ?? (await mkdtemp(join(tmpdir(), "sealed-decision-")));
const recordFile = join(folder, "record.json");
const keysFile = join(folder, "keys.json");

/** The clinic requests a decision, is denied, and seals the decision. */
async function clinic(): Promise<void> {
  const { control } = new Assay(); // ASSAY_API_KEY, ASSAY_BASE_URL
  await control.agents.create({ id: "pharmacy-bot", tools: ["medication.read"] });
  const decision = await control.authorize({
    agentId: "pharmacy-bot",
    tool: "medication.order",
    args: { drug: "amoxicillin", dose: "500 mg" },
  });
  const record = await control.records.sign({ decision });
  console.log(`Sealed: ${decision.outcome} of medication.order, ${record.provenance}`);
  await writeFile(recordFile, JSON.stringify(record, null, 2));
  // The auditor saves the keys while the server is trusted.
  await writeFile(keysFile, JSON.stringify(await control.evidence.keys()));
}

/** The auditor has two files, but no server and no API key. */
async function auditor(name: string): Promise<boolean> {
  const keys = JSON.parse(await readFile(keysFile, "utf8"));
  // Verify the file's bytes, because parsing would hide a duplicate member.
  const { valid, code, checks } = await verifyRecord(await readFile(recordFile), { keys });
  console.log(`${name}: ${valid ? "the record is valid" : `verification FAILED: ${code}`}`);
  if (!valid) console.log(`  ${checks.at(-1)?.detail}`);
  return valid;
}

await clinic();
const honest = await auditor("The auditor");

// An attacker changes the outcome.
const text = await readFile(recordFile, "utf8");
await writeFile(recordFile, text.replace('"outcome": "deny"', '"outcome": "allow"'));
const altered = await auditor("The auditor (altered file)");

console.log(`Files: ${folder}`);
process.exitCode = honest && !altered ? 0 : 1;
