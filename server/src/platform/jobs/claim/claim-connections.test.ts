// Claims while requests use every connection of the main pool.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../../../../test/support/database.ts";
import { postgresUrl } from "../../../../../test/support/test-postgres.ts";
import { claimEndpoints } from "../../../webhooks/deliveries/endpoint-leases.ts";
import { JobHarness } from "../job-harness.fixture.ts";

const withoutPostgres = (await postgresUrl()) === null;

describe.skipIf(withoutPostgres)("a process whose main connections are all in use", () => {
  let harness: JobHarness;
  let release: () => Promise<unknown> = async () => {};
  beforeAll(async () => {
    harness = new JobHarness(await freshDatabase("postgres", { poolMax: 1, priorityPoolMax: 1 }));
    await harness.reset();
    await harness.enqueue({});
    const tx = await harness.database.knex.transaction();
    release = () => tx.rollback();
  });
  afterAll(async () => {
    await release();
    await harness?.close();
  });

  test("claims jobs", async () => {
    expect(await harness.deps.jobs.claim(["test"], { compute: 1 })).toHaveLength(1);
  });

  test("leases webhook endpoints", async () => {
    const claim = { limit: 1, failingToo: true, due: harness.instant };
    const lease = { token: harness.deps.newId(), leaseSeconds: 60 };
    expect(await claimEndpoints(harness.database, claim, lease)).toEqual([]);
  });
});
