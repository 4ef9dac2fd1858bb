import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { referenceNotFound } from "@assay/contract/platform/refusals";
import { Assay } from "@assay/sdk";
import { describe, expect, test } from "vitest";
import { startExample } from "../support/assay-process.ts";
import { useServer } from "../support/file-server.ts";
import { startTestServer } from "../support/server.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const data = fileURLToPath(new URL("../../examples/data/triage/", import.meta.url));
const [nightingale, mercury] = ["nightingale-1.0", "mercury-0.9"].map((name) => `${data}${name}.jsonl`);

const server = useServer();

async function run(name: string, ...args: string[]) {
  return runWith(server.environment, name, ...args);
}

async function runWith(env: Record<string, string>, name: string, ...args: string[]) {
  const started = startExample(name, env, args);
  return { code: await started.ended, stdout: started.stdout(), stderr: started.stderr() };
}

test("run-and-compare names the better system; release-gate blocks the worse one", async () => {
  const compared = await run("run-and-compare", nightingale ?? "", mercury ?? "");
  expect(compared.code, compared.stderr).toBe(0);
  // The scores are 94.6 and 76.5 over 68 samples. For one of them, mercury has no output.
  expect(compared.stdout).toMatch(
    /mercury-0\.9 against nightingale-1\.0: regressed, change -18\.1\d points over 68 pairs/,
  );

  const assay = new Assay({ baseUrl: server.url, apiKey: server.apiKey });
  const { data: evaluations } = await assay.evaluations.list();
  const idOf = (name: string): string => evaluations.find((evaluation) => evaluation.name === name)?.id ?? "";
  const worse = await run("release-gate", idOf("nightingale-1.0"), idOf("mercury-0.9"), "0.25");
  expect(worse.code, worse.stderr).toBe(1);
  expect(worse.stdout).toContain("it is worse than the last release (68 shared samples)");
  expect(worse.stdout).toContain("9 of 20 emergencies were not caught: up to 65.3 %");
  const better = await run("release-gate", idOf("mercury-0.9"), idOf("nightingale-1.0"), "0.25");
  expect([better.code, better.stdout]).toEqual([0, "The candidate may be released.\n"]);
});

test("human-review routes low scores to three reviewers, an override changes the score, agreement is reported", async () => {
  const { code, stdout, stderr } = await run("human-review");
  expect(code, stderr).toBe(0);
  // Three levels too low are possible. With double weight, two of them cost the whole score, and one costs
  // 2/3. One level too high costs 1/3, and two cost 2/3. The five scored calls therefore score 100/3, 0,
  // 100/3, 100/3 and 0, and the sixth scores 100, so the mean is 200/6.
  expect(stdout).toContain("Automated score: 33.3\n");
  expect(stdout.match(/has 5 samples to review, blind/g)).toHaveLength(3);
  // The ankle call's score changes from 100/3 to 100, so the mean is 200/6 + (200/3)/6.
  expect(stdout).toContain("After review: 44.4\n");
  expect(stdout).toContain("Overridden by Dr Ada Moreau (MD): 33.3 → 100\n");
  // All three reviewers agree on four calls, and two agree on one call: (4 + 1/3)/5.
  expect(stdout).toContain(
    "Agreement of 3 reviewers on 5 samples (15 grades):\n  percent agreement 86.7, unanimous on 80.0 % of the samples\n",
  );
});

test("guarded-agent: one call is allowed, one approved by a human, one denied with a fix", async () => {
  const { code, stdout, stderr } = await run("guarded-agent");
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n").slice(0, 4)).toEqual([
    "Allowed: chart of p-1042",
    "Waiting for a human: medication.order: The call is of high risk: a human has to approve it.",
    "Approved: 500 mg of amoxicillin ordered",
    'Denied: Agent "ward-bot" does not declare the tool "chart.delete". Add the tool to the agent\'s tools.',
  ]);
  expect(stdout.match(/Evidence \d+: (\w+)/g)?.map((line) => line.split(": ")[1])).toEqual([
    "allow",
    "ask",
    "allow",
    "deny",
  ]);
});

test("sealed-decision: an auditor with only the file and the keys detects the alteration", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-sealed-"));
  try {
    const { code, stdout, stderr } = await run("sealed-decision", folder);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n").slice(0, 4)).toEqual([
      "Sealed: deny of medication.order, recorded",
      "The auditor: the record is valid",
      "The auditor (altered file): verification FAILED: payload_digest_mismatch",
      "  The payload was altered: it does not match payloadDigest.",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.skipIf((await postgresUrl()) === null)(
  "evidence-audit names the event that an operator altered in the database",
  async () => {
    const own = await startTestServer("postgres");
    try {
      const env = {
        ASSAY_BASE_URL: own.url,
        ASSAY_API_KEY: await own.newWorkspace(),
        DATABASE_URL: own.deps.database.url ?? "",
      };
      const { code, stdout, stderr } = await runWith(env, "evidence-audit");
      expect([code, stderr]).toEqual([1, ""]);
      expect(stdout).toContain("Before: the log is complete and unchanged (3 events).");
      expect(stdout).toContain("The operator is refused: The evidence log is append only");
      expect(stdout).toContain('"dose":"50 mg"');
      expect(stdout).toMatch(/The audit: event 2 \(evt_\w{26}\): data_altered\./);
    } finally {
      await own.close();
    }
  },
);

test("threshold-gate accepts a passing release, and suggests fixes for a failing one", async () => {
  const assay = new Assay({ baseUrl: server.url, apiKey: server.apiKey });
  const { id: project } = await assay.projects.create({ name: "Gate" });
  const { id: dataset } = await assay.datasets.create({ name: "Calls", project });
  await assay.datasets.importFile(dataset, nightingale ?? "");
  const evaluators = [{ type: "triage_accuracy" as const }];
  const { id } = await assay.evaluations.create({
    name: "Candidate",
    project,
    dataset,
    evaluators,
    run_async: false,
  });
  const passes = await run("threshold-gate", project, "triage_accuracy:60,75,90");
  expect([passes.code, passes.stderr]).toEqual([0, ""]);
  expect(passes.stdout).toMatch(
    /^triage_accuracy: 94\.\d \[\d+\.\d, \d+\.\d\] over 68 samples: exceeding\nThe release passes\.\n$/,
  );
  const fails = await run("threshold-gate", project, "triage_accuracy:60,97,99", id);
  expect(fails.code, fails.stderr).toBe(1);
  expect(fails.stdout).toContain(
    "over 68 samples: warning\nThe release does not pass:\n- triage_accuracy is warning: ",
  );
  expect(fails.stdout).toMatch(
    /below its warning mark of 97 .* Begin with the lowest scores: \S+ \(smp_\w{26}, 33\.3\)/,
  );
  expect((await run("threshold-gate", project)).code).toBe(2);
});

describe("an example that cannot run prints the reason and does not use exit code 1, which is for verdicts", () => {
  const nobody = "proj_01jd0vd1tq5m8y2k4w6r9x3b7n";
  const unknown = (kind: "project" | "evaluation", id: string) =>
    referenceNotFound(kind, id, "").errors[0]?.message;
  const gate = ["threshold-gate", nobody, "triage_accuracy:60,75,90"] as const;

  test.each([
    [
      "threshold-gate without its project",
      gate,
      `422 reference_not_found: /project: ${unknown("project", nobody)}`,
    ],
    [
      "release-gate without its evaluations",
      ["release-gate", "eval_a", "eval_b"],
      `422 reference_not_found: /evaluations/0: ${unknown("evaluation", "eval_a")}`,
    ],
    [
      "run-and-compare without its file",
      ["run-and-compare", "none.jsonl", "none.jsonl"],
      "ENOENT: no such file",
    ],
  ] as const)("%s", async (_title, [name, ...args], reason) => {
    const { code, stdout, stderr } = await run(name, ...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(reason);
    expect(stderr.trimEnd()).not.toContain("\n");
  });

  test("threshold-gate with an evaluator that was not run", async () => {
    const assay = new Assay({ baseUrl: server.url, apiKey: server.apiKey });
    const { id: project } = await assay.projects.create({ name: "Nothing was run" });
    const { code, stderr } = await run("threshold-gate", project, "triage_acuracy:60,75,90");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^422 \w+: .+ \(request \w+\)\n$/);
  });

  test.each(["guarded-agent", "human-review", "sealed-decision"])("%s without an API key", async (name) => {
    const { code, stderr } = await runWith({ ASSAY_BASE_URL: server.url }, name);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^No API key: .+\n$/);
  });

  test("a gate whose server is down", async () => {
    const { code, stderr } = await runWith(
      { ...server.environment, ASSAY_BASE_URL: "http://127.0.0.1:9" },
      ...gate,
    );
    expect(code).toBe(2);
    expect(stderr).toMatch(/^.+\n$/);
  });
});
