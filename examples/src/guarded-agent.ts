// An agent with guarded tools: one call is allowed, one waits for a human, and one is denied with its remedy.
//
//   ASSAY_BASE_URL=… ASSAY_API_KEY=… node examples/dist/guarded-agent.mjs
import { Assay, NotAuthorizedError } from "@assay/sdk";
import "./exit-on-error.ts";

const assay = new Assay(); // ASSAY_API_KEY, ASSAY_BASE_URL
const { control } = assay;

await control.agents.create({ id: "ward-bot", tools: ["chart.read", "medication.order"] });
await control.settings.put({ toolRisk: { "medication.order": "high" } });

// The approver has a separate key, because an agent cannot approve its own requests.
const { secret } = await assay.apiKeys.create({
  name: "Ward physician",
  scopes: ["approvals:read", "approvals:decide"],
});
const physician = new Assay({ apiKey: secret });

const guard = control.guard("ward-bot", {
  session: "visit-118",
  onAsk: async ({ context }, { tool }) => {
    console.log(`Waiting for a human: ${tool}: ${context.message}`);
    const approval = await physician.control.approvals.get(context.approvalId ?? "");
    const decided = await physician.control.approvals.decide(approval.id, {
      decision: "approve",
      reason: "Dose checked.",
    });
    return decided.status === "approved";
  },
});

const readChart = guard.tool("chart.read", ({ patient }: { patient: string }) => `chart of ${patient}`);
const orderMedication = guard.tool(
  "medication.order",
  ({ drug, dose }: { drug: string; dose: string }) => `${dose} of ${drug} ordered`,
);
const deleteChart = guard.tool("chart.delete", ({ patient }: { patient: string }) => `${patient} is gone`);

console.log(`Allowed: ${await readChart({ patient: "p-1042" })}`);
console.log(`Approved: ${await orderMedication({ drug: "amoxicillin", dose: "500 mg" })}`);
try {
  console.log(await deleteChart({ patient: "p-1042" }));
} catch (error) {
  if (!(error instanceof NotAuthorizedError)) throw error;
  console.log(`Denied: ${error.decision.context.message} ${error.remedy}`);
}

const { events } = await control.events.list({ type: "policy_decision", session: "visit-118", order: "asc" });
for (const { seq, data } of events) console.log(`Evidence ${seq}: ${String(data?.["outcome"])}`);
