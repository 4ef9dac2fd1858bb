import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { seededIntegers } from "@assay/contract/domain";
import { type Database, openDatabase } from "../../../server/src/platform/db/connection/connect.ts";
import {
  type AssayProcess,
  firstKeyOf,
  type Place,
  startAssayServer,
  urlOf,
} from "../../support/assay-process.ts";
import { type RunningPostgres, startPostgres } from "../../support/postgres.ts";

/** What a process of the harness does. */
type Role = "serve" | "serve-only" | "work";

const argumentsOf: Record<Role, string[]> = {
  serve: ["serve"],
  "serve-only": ["serve", "--no-worker"],
  work: ["worker"],
};
const isUp: Record<Role, RegExp> = {
  serve: /Assay listens on/,
  "serve-only": /Assay listens on/,
  work: /runs jobs/,
};

/** Processes over one durable database, any of which may be killed at any time. */
export interface CrashHarness {
  /** The key that the first process made. */
  apiKey: string;
  /** Kills a process (SIGKILL) and starts another in its place; resolves once that one is up. */
  kill: (index: number) => Promise<void>;
  processCount: number;
  /** The address of a server that was up a moment ago. */
  url: (random: () => number) => string;
  /** What was logged as an error of a request, by the processes that there are. */
  failures: () => string[];
  /** Kills all processes (SIGKILL), for good. @returns what then asks the database. */
  end: () => Promise<(query: string) => Promise<unknown[]>>;
  close: () => Promise<void>;
}

/** Several processes over one Postgres, which may go away too. */
export interface PostgresHarness extends CrashHarness {
  postgres: RunningPostgres;
}

type Environment = Readonly<Record<string, string>>;

const usual: Environment = {
  // Short, as tests wait for it; long enough for a process that gets little of the machine to keep its jobs.
  ASSAY_JOB_LEASE_SECONDS: "10",
  ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8",
  ASSAY_RATE_LIMIT: "100000000",
};

/** Starts the harness on Postgres: two servers, one of them working too, and a worker. */
export async function crashHarness(env: Environment = {}): Promise<PostgresHarness> {
  const postgres = await startPostgres({ durable: true });
  const place = { url: postgres.url };
  const begin = beginning(place, env);
  const harness = await harnessOn(["serve", "serve-only", "work"], begin, () => openDatabase(place));
  return { ...harness, postgres, close: () => harness.close().then(() => postgres.stop()) };
}

/** Starts the harness on an embedded database: one server, which works too. */
export async function embeddedCrashHarness(): Promise<CrashHarness> {
  const dataDir = mkdtempSync(join(tmpdir(), "assay-crashes-"));
  const folder = join(dataDir, "database");
  const harness = await harnessOn(["serve"], beginning({ dataDir }), () => openDatabase({ dataDir: folder }));
  return {
    ...harness,
    close: () => harness.close().then(() => rmSync(dataDir, { recursive: true, force: true })),
  };
}

type Begin = (role: Role) => AssayProcess;

const beginning =
  (place: Place, env: Environment = {}): Begin =>
  (role) =>
    startAssayServer(argumentsOf[role], place, { ...usual, ...env });

async function harnessOn(
  roles: readonly Role[],
  begin: Begin,
  open: () => Promise<Database>,
): Promise<CrashHarness> {
  const urls: string[] = [];
  const [firstRole = "serve", ...others] = roles;
  const first = begin(firstRole);
  const apiKey = await firstKeyOf(first);
  const processes = [first, ...others.map(begin)];
  let database: Database | undefined;
  const up = async (index: number): Promise<void> => {
    const [started, role = "serve"] = [processes[index], roles[index]];
    if (!started) return;
    await started.writes(isUp[role]);
    if (role !== "work") urls[index] = await urlOf(started);
  };
  await Promise.all(processes.map((_, index) => up(index)));
  const killAll = async (): Promise<void> => {
    for (const one of processes) one.kill("SIGKILL");
    await Promise.all(processes.map(({ ended }) => ended));
  };
  return {
    apiKey,
    processCount: processes.length,
    kill: async (index) => {
      processes[index]?.kill("SIGKILL");
      await processes[index]?.ended;
      processes[index] = begin(roles[index] ?? "serve");
      await up(index);
    },
    url: (random) => urls[Math.floor(random() * urls.length)] ?? "",
    failures: () =>
      processes.flatMap((one) =>
        one
          .stderr()
          .split("\n")
          .filter((line) => line.includes('"request failed"')),
      ),
    end: async () => {
      await killAll();
      const opened = (database ??= await open());
      return async (query) => (await opened.knex.raw<{ rows: unknown[] }>(query)).rows;
    },
    close: async () => {
      await killAll();
      await database?.close();
    },
  };
}

/** A request that is sent until it is acknowledged, to whichever server answers. */
export interface Sending {
  path: string;
  /** As JSON, or as JSON Lines. */
  body: unknown;
  apiKey: string;
  idempotencyKey: string;
}

/** Statuses after which the same request is sent again: it, or the one before it, may have been cut off. */
const passing = new Set([409, 429, 503]);

/**
 * Sends a request under one idempotency key until a server acknowledges it.
 *
 * @returns the answer's body; what was refused for good throws.
 */
export async function acknowledged(
  harness: CrashHarness,
  { path, body, apiKey, idempotencyKey }: Sending,
  random: () => number,
): Promise<Record<string, unknown>> {
  const lines = typeof body === "string";
  for (;;) {
    const answer = await fetch(`${harness.url(random)}${path}`, {
      method: "POST",
      body: lines ? body : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": lines ? "application/x-ndjson" : "application/json",
        "idempotency-key": idempotencyKey,
      },
    })
      .then(async (response) => ({
        status: response.status,
        retry: response.headers.get("retry-after"),
        text: await response.text(),
      }))
      // The server was killed before its answer had come through.
      .catch(() => undefined);
    if (answer && answer.status < 300) return Object(JSON.parse(answer.text));
    // A conflict that does not say when to come again is none that passes.
    if (answer && (!passing.has(answer.status) || (answer.status === 409 && answer.retry === null)))
      throw new Error(`${path} was answered ${answer.status}: ${answer.text}`);
    await pause(20 + 80 * random());
  }
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  const integers = seededIntegers(seed);
  return () => integers(1_000_000) / 1_000_000;
}
