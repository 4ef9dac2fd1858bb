// Tests `assay approvals` with the mock.
import { Assay } from "@assay/sdk";
import { beforeEach, expect, test } from "vitest";
import { assay, mock, useServers } from "../run/run-fixture.ts";

useServers();

const clientOf = (apiKey: string) => new Assay({ apiKey, baseUrl: mock.baseUrl });
let approverKey: string;
let id: string;

beforeEach(async () => {
  const { control, apiKeys } = clientOf(mock.apiKey);
  await control.agents.create({ id: "bot", tools: ["pay"] });
  await control.settings.put({ toolRisk: { pay: "high" } });
  const call = { agentId: "bot", tool: "pay", args: { amount: 5 }, context: { cost: 2 } };
  id = (await control.authorize(call)).context.approvalId ?? "";
  approverKey = (await apiKeys.create({ name: "Approver", scopes: ["approvals:read", "approvals:decide"] }))
    .secret;
});

const runWith = (apiKey: string, ...args: string[]) =>
  assay(["approvals", ...args], {
    env: { ASSAY_API_KEY: apiKey, ASSAY_BASE_URL: mock.baseUrl },
    columns: 200,
  });
const run = (...args: string[]) => runWith(approverKey, ...args);

test("list shows approvals by status and agent", async () => {
  expect((await run("list", "--status", "pending", "--agent", "bot")).stdout).toMatch(
    new RegExp(`^${id} +pending +0 of 1 +bot +pay +20\\d\\d-`, "m"),
  );
  expect((await run("list", "--status", "used")).stdout).toBe("No approvals.\n");
  expect(JSON.parse((await run("list", "--json")).stdout)).toMatchObject([{ id }]);
  const { code, stderr } = await run("list", "--status", "open");
  expect([code, stderr]).toEqual([2, expect.stringContaining("Allowed choices are pending, approved,")]);
});

test("list filters by tool and by time of the request", async () => {
  const { control } = clientOf(mock.apiKey);
  const at = (await control.approvals.get(id)).createdAt;
  const [day, tomorrow] = [0, 86_400_000].map((days) => new Date(at + days).toISOString().slice(0, 10));
  const time = new Date(at).toISOString();
  for (const filters of [
    ["--tool", "pay"],
    ["--from", day],
    ["--from", time, "--to", day],
    ["--from", `${time.slice(0, 19)}Z`.replace("T", " ")],
  ])
    expect((await run("list", ...filters.map(String))).stdout).toMatch(new RegExp(`^${id} `, "m"));
  for (const filters of [
    ["--tool", "refund"],
    ["--from", tomorrow],
    ["--to", time],
    ["--to", `${time.slice(0, 23)}+00:00`],
  ])
    expect((await run("list", ...filters.map(String))).stdout).toBe("No approvals.\n");
});

test.each(["yesterday", "2026-02-30", "2026-13-01", "2026-03-31T25:00", "1767225600000"])(
  "the time %s is refused",
  async (text) => {
    for (const option of ["--from", "--to"])
      expect(await run("list", option, text)).toEqual({
        code: 2,
        stdout: "",
        stderr: `error: ${option} is "${text}"; it must be a day such as 2026-03-31 or a time such as 2026-03-31T09:30Z.\n`,
      });
  },
);

test("show prints the call that is to be approved", async () => {
  const { stdout } = await run("show", id);
  for (const line of [
    'args        {"amount":5}',
    'context     {"cost":2}',
    "risk        high",
    "cost        2",
  ])
    expect(stdout).toContain(`${line}\n`);
  expect(stdout).toContain("  approval_required: ");
});

test("show prints each part of the call that the approval covers", async () => {
  const { control } = clientOf(mock.apiKey);
  const { context } = await control.authorize({
    subject: {
      type: "agent",
      id: "bot",
      properties: { shift: "night" },
      onBehalfOf: { type: "user", id: "ada", properties: { role: "nurse" } },
    },
    action: { name: "tools/call", properties: { mode: "force" } },
    resource: { type: "tool", id: "pay", properties: { account: "other" } },
    session: "s-1",
  });
  const { stdout } = await run("show", context.approvalId ?? "");
  for (const line of [
    'subject     agent bot {"shift":"night"}',
    'for         {"type":"user","id":"ada","properties":{"role":"nurse"}}',
    'action      tools/call {"mode":"force"}',
    'resource    tool pay {"account":"other"}',
    "session     s-1",
  ])
    expect(stdout).toContain(`${line}\n`);
  expect((await run("show", id)).stdout).toContain("resource    tool pay\n");
});

test("approve, withdraw and reject change the status", async () => {
  const approved = await run("approve", id, "--reason", "Agreed.");
  expect([approved.code, approved.stdout]).toEqual([0, expect.stringContaining("status      approved\n")]);
  expect(approved.stdout).toMatch(/^ {2}approved by key_\w+ at 20[\d: -]+: Agreed\.$/m);
  expect((await run("withdraw", id)).stdout).toContain("status      pending\n");
  const unreasoned = await run("reject", id);
  expect([unreasoned.code, unreasoned.stderr]).toEqual([2, expect.stringContaining("--reason <text>")]);
  expect((await run("reject", id, "--reason", "No.")).stdout).toContain("status      rejected\n");
  const late = await run("approve", id);
  expect([late.code, late.stderr]).toEqual([
    2,
    expect.stringContaining("is rejected; this operation requires pending."),
  ]);
});

test("watch prints the pending approvals and then each change", async () => {
  await run("approve", id);
  const changes = await run("watch", "--after", "0", "--count", "2");
  expect(changes.code).toBe(0);
  expect(changes.stdout).toMatch(
    new RegExp(
      `^requested +${id}  0 of 1  bot  pay  expires 20.+\\napproved +${id}  1 of 1  bot  pay  expires`,
    ),
  );
  const [, position = ""] = /requested.+  position (\d+)$/m.exec(changes.stdout) ?? [];
  const later = await run("watch", "--after", position, "--count", "1");
  expect(later.stdout).toMatch(/^approved .+  position \d+\n$/);
  await run("withdraw", id);
  expect((await run("watch", "--snapshot", "--count", "1")).stdout).not.toContain("position");
  const pending = await run("watch", "--snapshot", "--count", "1", "--json");
  expect(JSON.parse(pending.stdout)).toMatchObject({ event: "approval.pending", approval: { id } });
  expect((await run("watch", "--count", "0")).stdout).toBe("");
  expect((await run("watch", "--after", "x")).code).toBe(2);
});

test("wait exits with 0 for an approved or used approval, and with 1 for other final states", async () => {
  await run("approve", id);
  expect((await run("wait", id)).code).toBe(0);
  await clientOf(mock.apiKey).control.approvals.withdraw(id);
  const withdrawn = await run("wait", id);
  expect([withdrawn.code, withdrawn.stdout]).toEqual([1, expect.stringContaining("status      withdrawn\n")]);
});

test("wait exits with 3 at the time limit, and with 2 for an invalid one", async () => {
  const late = await run("wait", id, "--timeout", "20ms");
  expect([late.code, late.stdout]).toEqual([3, expect.stringContaining("status      pending\n")]);
  expect(late.stderr).toBe(`Approval ${id} is not decided after 20 ms; it stays open.\n`);
  const second = await run("wait", id, "--timeout", "1000ms");
  expect(second.stderr).toBe(`Approval ${id} is not decided after 1 s; it stays open.\n`);
  for (const text of ["15", "0s", "1d", "-1m"])
    expect((await run("wait", id, `--timeout=${text}`)).code).toBe(2);
  expect((await run("wait", "apr_none")).code).toBe(2);
});
