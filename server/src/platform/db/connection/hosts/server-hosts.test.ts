import { describe, expect, test } from "vitest";
import { parseServerHosts, withoutPassword } from "./server-hosts.ts";

describe("a database URL", () => {
  test("with one host is unchanged, and accepts any server", () => {
    for (const url of [
      "postgres://user:p%40ss@db:5433/assay?sslmode=require",
      "postgresql://[::1]:5432/assay",
      "postgres:///assay?host=/var/run/postgresql",
      "postgres://db",
    ])
      expect(parseServerHosts(url)).toEqual({ urls: [url], target: "any" });
  });

  test("with several hosts has a URL for each, with the same user, database and options", () => {
    const url =
      "postgres://u:p@a:5432,b,[::1]:5434/assay?sslmode=require&target_session_attrs=read-write&x=1";
    expect(parseServerHosts(url)).toEqual({
      urls: [
        "postgres://u:p@a:5432/assay?sslmode=require&x=1",
        "postgres://u:p@b/assay?sslmode=require&x=1",
        "postgres://u:p@[::1]:5434/assay?sslmode=require&x=1",
      ],
      target: "read-write",
    });
  });

  test("with one host may require a primary", () => {
    expect(parseServerHosts("postgres://a/assay?target_session_attrs=primary")).toEqual({
      urls: ["postgres://a/assay"],
      target: "primary",
    });
  });

  test.each(["prefer-standby", "standby", "read-only", ""])("refuses target_session_attrs=%s", (target) => {
    expect(parseServerHosts(`postgres://a,b/assay?target_session_attrs=${target}`)).toBe(
      "must have no target_session_attrs other than any, read-write, primary",
    );
  });

  test.each([
    "mysql://a/assay",
    "a,b",
    "postgres://a,,b/assay",
    "postgres://a:x,b/assay",
    "postgres://a,b:99999/assay",
  ])("refuses %s", (url) => expect(parseServerHosts(url)).toBe("must be a postgres:// URL"));

  test("is shown without its password and its options", () => {
    const shown: Record<string, string> = {
      "postgres://u:p:x@a:5432,b:5432/assay?sslpassword=secret": "postgres://u@a:5432,b:5432/assay",
      "postgres://u@a/assay": "postgres://u@a/assay",
      "postgres://a/assay": "postgres://a/assay",
      "postgres://:secret@a/assay": "postgres://@a/assay",
    };
    for (const [url, text] of Object.entries(shown)) expect(withoutPassword(url)).toBe(text);
  });
});
