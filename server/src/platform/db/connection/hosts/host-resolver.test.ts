import { describe, expect, test } from "vitest";
import { HostResolver, isHostFailure } from "./host-resolver.ts";

/** Returns a resolver for the hosts a, b and c. The check returns the reasons in `state`. */
function resolverOf(state: Record<string, string | undefined>, target = "read-write") {
  const checked: string[] = [];
  const resolver = new HostResolver(
    `postgres://u@a,b,c/assay?target_session_attrs=${target}`,
    async (url, kind) => {
      const { host } = new URL(url);
      checked.push(`${host} ${kind}`);
      return state[host];
    },
  );
  return { resolver, checked };
}

describe("a resolver of hosts", () => {
  test("returns the first host that can be used, and keeps it", async () => {
    const { resolver, checked } = resolverOf({ a: "failed (ECONNREFUSED)" });
    expect(await Promise.all([resolver.resolve(), resolver.resolve()])).toEqual(
      Array(2).fill("postgres://u@b/assay"),
    );
    expect(await resolver.resolve()).toBe("postgres://u@b/assay");
    expect(checked).toEqual(["a read-write", "b read-write"]);
  });

  test("looks for a host again after it is invalidated, and increases its generation", async () => {
    const state: Record<string, string | undefined> = {};
    const { resolver } = resolverOf(state, "primary");
    resolver.invalidate();
    expect(resolver.generation).toBe(0);
    expect(await resolver.resolve()).toBe("postgres://u@a/assay");
    state["a"] = "is a standby";
    resolver.invalidate();
    resolver.invalidate();
    expect(resolver.generation).toBe(1);
    expect(await resolver.resolve()).toBe("postgres://u@b/assay");
  });

  test("names the reason of each host if none can be used, and tries again", async () => {
    const state: Record<string, string | undefined> = {
      a: "failed (ECONNREFUSED)",
      b: "accepts no writes",
      c: "accepts no writes",
    };
    const { resolver } = resolverOf(state);
    await expect(resolver.resolve()).rejects.toMatchObject({
      code: "25006",
      message: "No host can be used: a failed (ECONNREFUSED), b accepts no writes, c accepts no writes.",
    });
    state["c"] = undefined;
    expect(await resolver.resolve()).toBe("postgres://u@c/assay");
  });

  test("does not check the only host of a URL, and never invalidates it", async () => {
    const resolver = new HostResolver("postgres://u@a/assay", () => Promise.reject(new Error("not checked")));
    expect(await resolver.resolve()).toBe("postgres://u@a/assay");
    resolver.invalidate();
    expect(resolver.generation).toBe(0);
  });
});

test.each(["25006", "57P01", "57P02", "08006", "ECONNRESET"])("error %s may mean another host", (code) => {
  expect(isHostFailure(Object.assign(new Error("failed"), { code }))).toBe(true);
});

test.each(["23505", "57014", "40001"])("error %s does not mean another host", (code) => {
  expect(isHostFailure(Object.assign(new Error("failed"), { code }))).toBe(false);
});
