import { readdirSync, readFileSync } from "node:fs";
import * as conventions from "@opentelemetry/semantic-conventions";
import { expect, test } from "vitest";

const folder = new URL("./", import.meta.url);

test("attributes outside of assay.* have names of OpenTelemetry's stable conventions", () => {
  const stable = new Set(
    Object.entries(conventions).flatMap(([name, value]) =>
      name.startsWith("ATTR_") && typeof value === "string" ? [value] : [],
    ),
  );
  const files = [
    ...readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.includes(".test.")),
    "../http/server/request-spans.ts",
    "../db/rows.ts",
    "../db/transaction.ts",
    "../jobs/worker.ts",
    "../../webhooks/deliveries/deliver.ts",
  ];
  const used = files.flatMap((name) =>
    [...readFileSync(new URL(name, folder), "utf8").matchAll(/"((?:[a-z_]+\.)+[a-z_]+)": /g)].map(
      ([, attribute = ""]) => attribute,
    ),
  );
  expect(used).toContain("http.route");
  // The semantic convention for the process id is not stable yet.
  const others = used.filter((name) => !name.startsWith("assay.") && name !== "process.pid");
  expect(others.filter((name) => !stable.has(name))).toEqual([]);
});
