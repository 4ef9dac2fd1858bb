// Makes many concurrent claims on two server processes over one Postgres: each slot gets exactly one client.
import { randomUUID } from "node:crypto";
import { type ApiError, Assay, ConflictError, type ReviewTask } from "@assay/sdk";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AssayProcess, firstKeyOf, startAssayServer, urlOf } from "../support/assay-process.ts";
import { startPostgres } from "../support/postgres.ts";
import { postgresUrl } from "../support/test-postgres.ts";

const havePostgres = (await postgresUrl()) !== null;

describe.skipIf(!havePostgres)("two server processes over one Postgres", () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let servers: AssayProcess[] = [];
  let urls: string[] = [];
  let apiKey = "";
  let assay: Assay;

  beforeAll(async () => {
    postgres = await startPostgres({ durable: true });
    const location = { url: postgres.url };
    const first = startAssayServer(["serve"], location);
    servers.push(first);
    apiKey = await firstKeyOf(first);
    servers.push(startAssayServer(["serve"], location));
    urls = await Promise.all(servers.map(urlOf));
    assay = on(0, apiKey);
  });

  afterAll(async () => {
    for (const server of servers) server.kill("SIGKILL");
    await Promise.all(servers.map(({ ended }) => ended));
    servers = [];
    await postgres.stop();
  });

  const on = (server: number, key: string, maxRetries = 0): Assay =>
    new Assay({ baseUrl: urls[server % urls.length] ?? "", apiKey: key, maxRetries });

  async function createSetup(): Promise<{ project: string; rubric: string; samples: string[] }> {
    const { id: project } = await assay.projects.create({ name: "Storm" });
    const dataset = await assay.datasets.create({ name: "Storm", project });
    const { data } = await assay.samples.create(dataset.id, { samples: [{ input: 1 }] });
    const rubric = await assay.reviews.rubrics.create({
      name: "Storm",
      project,
      dimensions: [{ id: "ok", name: "OK?", type: "boolean" }],
    });
    return { project, rubric: rubric.id, samples: data.map(({ id }) => id) };
  }

  async function inDatabase<Row extends object>(statement: string, values: unknown[]): Promise<Row[]> {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Claims listed tasks with one client until the list is empty. @returns the claimed tasks. */
  async function claimAll(client: Assay, project: string, turn: number): Promise<string[]> {
    const got: string[] = [];
    for (;;) {
      const { data } = await client.reviews.tasks.list({ project, claimable: true, limit: 100 });
      const wanted = data[turn % Math.max(1, data.length)];
      if (!wanted) return got;
      const claimed = await client.reviews.tasks.claim(wanted.id).catch((error: ApiError) => error);
      if (claimed instanceof Error) expect(claimed).toBeInstanceOf(ConflictError);
      else got.push(claimed.id);
    }
  }

  test("let 200 clients claim from a pool of 50 tasks: each task is assigned to one of them, and nothing fails", async () => {
    const at = await createSetup();
    const clients: Assay[] = [];
    for (let index = 0; index < 200; index += 1) {
      const reviewer = await assay.reviews.reviewers.create({ name: `R${index}`, credentials: ["RN"] });
      const { secret } = await assay.apiKeys.create({ name: "k", preset: "reviewer", reviewer: reviewer.id });
      // On a slow machine, a request may wait too long for a connection (503 too_busy). Clients repeat such requests.
      clients.push(on(index, secret, 20));
    }
    const tasks: ReviewTask[] = [];
    for (let index = 0; index < 50; index += 1) tasks.push(await assay.reviews.tasks.create(at));
    const got = await Promise.all(clients.map((client, turn) => claimAll(client, at.project, turn)));
    expect(got.flat().toSorted()).toEqual(tasks.map(({ id }) => id).toSorted());
    const stored: ReviewTask[] = [];
    for await (const task of assay.reviews.tasks.list({ project: at.project, limit: 100 })) stored.push(task);
    expect(stored.map(({ status, assignments }) => [status, assignments.length])).toEqual(
      tasks.map(() => ["assigned", 1]),
    );
    for (const server of servers)
      expect(server.stderr() + server.stdout()).not.toMatch(/"level":"?(50|error)/);
  });

  test("assign 20 waiting tasks to two reviewers created concurrently: each once, with one event", async () => {
    for (let round = 0; round < 5; round += 1) {
      const at = await createSetup();
      const specialty = randomUUID();
      for (let index = 0; index < 20; index += 1)
        await assay.reviews.tasks.create({
          ...at,
          assignment: { mode: "auto", required_credentials: ["DO"], specialty },
        });
      const newcomer = { name: "New", credentials: ["DO" as const], specialty };
      const both = await Promise.all(
        [0, 1].map((server) => on(server, apiKey).reviews.reviewers.create(newcomer)),
      );
      const ids = both.map(({ id }) => id);
      const holders: string[] = [];
      for await (const task of assay.reviews.tasks.list({ project: at.project, limit: 100 })) {
        expect(task).toMatchObject({ status: "assigned", unassigned_reason: null });
        expect(task.assignments).toHaveLength(1);
        holders.push(task.assignee?.id ?? "");
      }
      expect(holders).toHaveLength(20);
      for (const holder of holders) expect(ids).toContain(holder);
      const events = await inDatabase<{ event: string }>(
        "select event from outbox where event = 'review_task.assigned' and data->>'project' = $1",
        [at.project],
      );
      expect(events).toHaveLength(20);
    }
  });
});
