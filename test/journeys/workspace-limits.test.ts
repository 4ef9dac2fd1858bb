import { describe, expect, test } from "vitest";
import { useOperatedDatabase, withoutPostgres } from "../support/operated-database.ts";

describe.skipIf(withoutPostgres)("the limit of a workspace", () => {
  const { operate } = useOperatedDatabase("Example");
  const show = async () => (await operate("workspace", "limits", "show")).stdout;

  test("is five times the limit of a key until an operator sets another one", async () => {
    expect(await show()).toContain('Workspace "Example": 30000 requests per minute (default).');
    const set = ["workspace", "limits", "set", "--workspace", "Example", "--rate", "120"];
    expect((await operate(...set)).stdout).toContain('Workspace "Example": 120 requests per minute.');
    expect(await show()).toContain('Workspace "Example": 120 requests per minute.');
  });

  test("must be a whole number of at least 1", async () => {
    const { code, stderr } = await operate("workspace", "limits", "set", "--rate", "0");
    expect(code).toBe(2);
    expect(stderr).toContain('The value is "0"; it must be a whole number of requests from 1 to 500000000.');
  });
});
