// Tests assay-server's output for operators: help, version, usage errors, and the findings of doctor.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createOperatorHarness, type Finding } from "./harness/operator-harness.ts";

const { scratch, operate, operateJson } = createOperatorHarness();

test("help names every command, and each has --json", async () => {
  const { code, stdout } = await operate(["--help"]);
  expect(code).toBe(0);
  const names = "serve worker migrate keys workspace signing-keys evidence backup restore rotate doctor";
  for (const name of names.split(" ")) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, "m"));
  expect((await operate(["keys", "list", "--help"])).stdout).toContain("--json");
});

test("--version prints the version of the package", async () => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL("../../server/package.json", import.meta.url), "utf8"),
  );
  expect(await operate(["--version"])).toMatchObject({ code: 0, stdout: `${version}\n` });
});

test("wrong usage and configuration exit with 2, a refusal with 1, each with a plain message", async () => {
  expect(await operate(["serve", "--drain-seconds", "soon"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The value is "soon"; it must be a number of seconds from 0 to 300.'),
  });
  const wrong = await operate(["migrate", "status", "--json"], { ASSAY_POOL_MAX: "few" });
  expect(wrong.code).toBe(2);
  expect(JSON.parse(wrong.stdout).error).toMatchObject({
    exit_code: 2,
    message: expect.stringContaining('ASSAY_POOL_MAX: "few"'),
  });
  expect(await operate(["worker"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("DATABASE_URL is required: a worker needs Postgres"),
  });
  expect(await operate(["restore", join(scratch, "nowhere")])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is not a backup: its manifest.json is missing"),
  });
});

test("doctor states the next step without a database and with an unusable configuration", async () => {
  const { findings } = await operateJson(["doctor"], { ASSAY_DATA_DIR: join(scratch, "none") });
  expect(findings.find(({ check }: Finding) => check === "database")).toMatchObject({
    status: "skip",
    todo: expect.stringContaining("`assay-server serve` creates one"),
  });
  const lost = await operateJson(["doctor"], {
    ASSAY_DATA_DIR: join(scratch, "none"),
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.invalid:4317?key=canary",
  });
  expect(lost.findings.find(({ check }: Finding) => check === "tracing")).toMatchObject({
    status: "warn",
    message: expect.stringContaining("http://collector.invalid:4317/v1/traces cannot be called"),
    todo: expect.stringContaining("4318, not 4317"),
  });
  expect(JSON.stringify(lost)).not.toContain("canary");
  const { code, stdout } = await operate(["doctor"], { PORT: "none" });
  expect(code).toBe(2);
  expect(stdout).toMatch(/^fail {2}configuration .*\n.*PORT: "none" must be a whole number/);
});
