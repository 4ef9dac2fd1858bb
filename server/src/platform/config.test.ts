import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const key = Buffer.alloc(32, 1).toString("base64");

describe("the configuration", () => {
  test("requires no variables for the embedded database", () => {
    expect(readConfig({})).toMatchObject({
      port: 8787,
      host: "127.0.0.1",
      dataDir: ".assay",
      rateLimit: 6000,
    });
  });

  test("reports all problems, each with the value and the accepted values", () => {
    const read = () =>
      readConfig({ PORT: "80a", LOG_LEVEL: "loud", ASSAY_RATE_LIMIT: "0", DATABASE_URL: "mysql://x" });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT: "80a" must be a whole number/);
    expect(read).toThrow(/LOG_LEVEL: "loud"/);
    expect(read).toThrow(/ASSAY_RATE_LIMIT: "0"/);
    expect(read).toThrow(/DATABASE_URL: its value \(not shown\) must be a postgres/);
  });

  test("requires key-encryption keys on Postgres, and explains how to create one", () => {
    expect(() => readConfig({ DATABASE_URL: "postgres://db/assay" })).toThrow(
      /ASSAY_SECRET_KEYS: is required[\s\S]*randomBytes/,
    );
    expect(
      readConfig({ DATABASE_URL: "postgres://db/assay", ASSAY_SECRET_KEYS: `1:${key}` }).secretKeys,
    ).toBe(`1:${key}`);
  });

  test("never shows an invalid secret", () => {
    const wrong = "assay_live_thisIsNoKeyButMaybeAlmostOne";
    expect(() => readConfig({ ASSAY_BOOTSTRAP_API_KEY: wrong })).toThrow(/ASSAY_BOOTSTRAP_API_KEY/);
    expect(() => readConfig({ ASSAY_BOOTSTRAP_API_KEY: wrong })).not.toThrow(wrong);
    expect(() => readConfig({ ASSAY_SECRET_KEYS: "1:c2hvcnQ=" })).not.toThrow("c2hvcnQ");
  });

  test("allows outgoing requests only to public and listed addresses", () => {
    expect(readConfig({}).outboundAllow).toEqual([]);
    expect(readConfig({ ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8, ::1/128" }).outboundAllow).toHaveLength(2);
    expect(() => readConfig({ ASSAY_OUTBOUND_ALLOW: "localhost" })).toThrow(
      'ASSAY_OUTBOUND_ALLOW: "localhost" must be networks (such as 10.1.0.0/16) or addresses, separated by commas',
    );
  });

  test("serves both APIs, or only the listed APIs", () => {
    expect(readConfig({}).apis).toEqual(["evaluation", "control"]);
    expect(readConfig({ ASSAY_ENABLE: "control" }).apis).toEqual(["control"]);
    expect(readConfig({ ASSAY_ENABLE: "control, evaluation,control" }).apis).toEqual([
      "evaluation",
      "control",
    ]);
    expect(() => readConfig({ ASSAY_ENABLE: "controll" })).toThrow(
      'ASSAY_ENABLE: "controll" must be evaluation, control or both, separated by a comma',
    );
    expect(() => readConfig({ ASSAY_ENABLE: "," })).toThrow("ASSAY_ENABLE");
  });

  test.each([
    ["ASSAY_OUTBOUND_ALOW", "ASSAY_OUTBOUND_ALOW is not known; did you mean ASSAY_OUTBOUND_ALLOW?"],
    ["ASSAY_SECRET_KEY", "ASSAY_SECRET_KEY is not known; did you mean ASSAY_SECRET_KEYS?"],
    ["assay_rate_limit", "assay_rate_limit is not known; did you mean ASSAY_RATE_LIMIT?"],
    ["ASSAY_BASE_URI", "ASSAY_BASE_URI is not known; did you mean ASSAY_BASE_URL?"],
    ["ASSAY_DATABASE_URL", "ASSAY_DATABASE_URL is not known; did you mean DATABASE_URL?"],
    ["ASSAY_PORT", "ASSAY_PORT is not known; did you mean PORT?"],
    ["ASSAY_NURSE", "ASSAY_NURSE is not known; `assay-server --help` lists the variables."],
  ])("refuses the unknown variable %s, without showing its value", (name, message) => {
    const read = () => readConfig({ [name]: "a secret" });
    expect(read).toThrow(`The configuration has 1 problem:\n  - ${message}`);
    expect(read).toThrow(expect.objectContaining({ exitCode: 1 }));
    expect(read).not.toThrow("a secret");
  });

  test("refuses a pool with fewer than 4 connections", () => {
    const read = () => readConfig({ ASSAY_POOL_MAX: "3" });
    expect(read).toThrow('ASSAY_POOL_MAX: "3" is too few connections; it must be at least 4');
    expect(read).toThrow(expect.objectContaining({ exitCode: 1 }));
    expect(readConfig({ ASSAY_POOL_MAX: "4" })).toMatchObject({ poolMax: 4, priorityPoolMax: 4 });
  });

  test("reports unknown variables together with invalid values", () => {
    const read = () => readConfig({ PORT: "x", ASSAY_OUTBOUND_ALOW: "10.0.0.0/8" });
    expect(read).toThrow(
      /2 problems:\n {2}- PORT: "x" must be[^\n]*\n {2}- ASSAY_OUTBOUND_ALOW is not known/,
    );
    expect(read).toThrow(expect.objectContaining({ exitCode: 2 }));
  });

  test("ignores the variables of clients, of tests and of Kubernetes services, and empty ones", () => {
    const ignored = {
      ASSAY_API_KEY: "k",
      ASSAY_BASE_URL: "u",
      ASSAY_CONTROL_PLANE_URL: "u",
      ASSAY_LOG: "debug",
      ASSAY_WEBHOOK_SECRET: "whsec_x",
      ASSAY_TEST_SEED: "7",
      ASSAY_SERVICE_HOST: "10.0.0.1",
      ASSAY_SERVICE_PORT_HTTP: "8787",
      ASSAY_PORT: "tcp://10.0.0.1:8787",
      ASSAY_PORT_8787_TCP_ADDR: "10.0.0.1",
      ASSAY_DB_SERVICE_PORT: "5432",
      ASSAY_UNSET: "",
    };
    expect(readConfig(ignored)).toEqual(readConfig({}));
  });

  test("treats an empty variable as unset", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 8787, databaseUrl: undefined });
  });
});
