import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const key = Buffer.alloc(32, 1).toString("base64");

describe("the configuration", () => {
  test("requires nothing for the embedded database", () => {
    expect(readConfig({})).toMatchObject({
      port: 8787,
      host: "127.0.0.1",
      dataDir: ".assay",
      rateLimit: 6000,
    });
  });

  test("reports all problems, with the values and the accepted ones", () => {
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

  test("allows outgoing requests to public and listed addresses only", () => {
    expect(readConfig({}).outboundAllow).toEqual([]);
    expect(readConfig({ ASSAY_OUTBOUND_ALLOW: "127.0.0.0/8, ::1/128" }).outboundAllow).toHaveLength(2);
    expect(() => readConfig({ ASSAY_OUTBOUND_ALLOW: "localhost" })).toThrow(
      'ASSAY_OUTBOUND_ALLOW: "localhost" must be networks (such as 10.1.0.0/16) or addresses, separated by commas',
    );
  });

  test("treats an empty variable as unset", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 8787, databaseUrl: undefined });
  });
});
