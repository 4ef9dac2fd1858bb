import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { seededIntegers } from "@assay/contract/domain";
import { type Database, openDatabase } from "../../../server/src/platform/db/connection/connect.ts";
import {
  type AssayProcess,
  firstKeyOf,
  type DatabaseLocation,
  startAssayServer,
  urlOf,
} from "../../support/assay-process.ts";
import { type RunningPostgres, startPostgres } from "../../support/postgres.ts";

/** The task of one of the harness's processes. */
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

/** Processes over one durable database, each of which may be killed at any time. */
export interface CrashHarness {
  /** The API key that the first process created. */
  apiKey: string;
  /** Kills a process (SIGKILL) and starts a replacement; resolves once it is up. */
  kill: (index: number) => Promise<void>;
  processCount: number;
  /** Returns the URL of a server that was running a moment ago. */
  url: (random: () => number) => string;
  /** Returns the request errors that the current processes have logged. */
  failures: () => string[];
  /** Kills all processes (SIGKILL) permanently. @returns a function that queries the database. */
  end: () => Promise<(query: string) => Promise<unknown[]>>;
  close: () => Promise<void>;
}

/** Several processes over one Postgres, which can also be stopped. */
export interface PostgresHarness extends CrashHarness {
  postgres: RunningPostgres;
}

type Environment = Readonly<Record<string, string>>;

const usual: Environment = {
  // The lease is short, because tests wait until it expires. It is long enough for a slow process to extend
  // it in time.
  ASSAY_JOB_LEASE_SECONDS: "10",
  ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8",
  ASSAY_RATE_LIMIT: "100000000",
};

/** Starts the harness on Postgres: two servers, one of them with a worker, and a worker process. */
export async function crashHarness(env: Environment = {}): Promise<PostgresHarness> {
  const postgres = await startPostgres({ durable: true });
  const harness = await crashHarnessAt(postgres.url, env);
  return { ...harness, postgres, close: () => harness.close().then(() => postgres.stop()) };
}

/** Starts the harness on a running Postgres: two servers, one of them with a worker, and a worker process. */
export const crashHarnessAt = (url: string, env: Environment = {}): Promise<CrashHarness> =>
  harnessOn(["serve", "serve-only", "work"], beginning({ url }, env), () => openDatabase({ url }));

/** Starts the harness on an embedded database: one server with a worker. */
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
  (location: DatabaseLocation, env: Environment = {}): Begin =>
  (role) =>
    startAssayServer(argumentsOf[role], location, { ...usual, ...env });

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

/** A request that is retried on any server until a server acknowledges it. */
export interface Sending {
  path: string;
  /** The body: a value to send as JSON, or JSON Lines as text. */
  body: unknown;
  apiKey: string;
  idempotencyKey: string;
}

/**
 * After these statuses, the request is retried: a kill may have interrupted this attempt or an earlier one.
 */
const passing = new Set([409, 429, 503]);

/**
 * Sends a request until a server acknowledges it, each time with the same idempotency key.
 * @returns the response body. @throws {Error} if a server permanently refuses the request.
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
      // If the server was killed before its response arrived, there is no answer, and the request is retried.
      .catch(() => undefined);
    if (answer && answer.status < 300) return Object(JSON.parse(answer.text));
    // A conflict without a Retry-After header is permanent.
    if (answer && (!passing.has(answer.status) || (answer.status === 409 && answer.retry === null)))
      throw new Error(`${path} responded with status ${answer.status}: ${answer.text}`);
    await pause(20 + 80 * random());
  }
}

/** Creates a source of numbers from 0 to below 1 that the seed determines. */
export function randomOf(seed: number): () => number {
  const integers = seededIntegers(seed);
  return () => integers(1_000_000) / 1_000_000;
}
