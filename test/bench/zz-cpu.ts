import { readFileSync } from "node:fs";
import { Assay } from "@assay/sdk";
import { startPostgres } from "../support/postgres.ts";
import { postMany } from "./post-many.ts";
import { serve } from "./serve.ts";
const pg = await startPostgres({ durable: true });
const { baseUrl, secret, pid, stop } = await serve(pg.url);
const cpu = () => { const f = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" "); return (Number(f[11]) + Number(f[12])) * 10; };
const at = (path: string) => ({ baseUrl, secret, path });
const { control } = new Assay({ apiKey: secret, baseUrl });
await control.agents.create({ id: "ward-bot", tools: ["chart.read"] });
const args = { patient: "p-1042", note: "Chest tightness for twenty minutes, worse on effort." };
const run = async (name: string, path: string, bodies: string[]) => { const b = cpu(); const { answers, perSecond } = await postMany(at(path), bodies); console.log(name, `${Math.round(perSecond)}/s`, `${((cpu() - b) / bodies.length).toFixed(3)} ms CPU each`); return answers; };
const decisions = await run("authorize", "/api/policy/authorize", Array.from({ length: 500 }, (_, index) => JSON.stringify({ agentId: "ward-bot", tool: "chart.read", args: { ...args, index } })));
const ids = decisions.map((t) => JSON.stringify({ decisionId: /"decisionId":"(\w+)"/.exec(t)?.[1] }));
const many = (b: string[]) => Array.from({ length: 2000 }, (_, i) => b[i % b.length] ?? "");
await run("warm", "/api/verification-record/sign", many(ids));
for (let i = 0; i < 2; i++) {
const rec = await run("recorded", "/api/verification-record/sign", many(ids));
await run("asserted", "/api/verification-record/sign", many(decisions.map((t) => t.replace('"dec_', '"ext_'))));
await run("verify", "/api/verification-record/verify", rec);
await run("empty", "/api/verification-record/verify", many(["{}"]));
}
await stop(); await pg.stop();
