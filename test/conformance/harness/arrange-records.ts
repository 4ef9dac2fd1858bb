// Creates decisions to seal, and verifies records.
import type { Authorization, VerificationRecord } from "@assay/sdk";
import { verifyRecord } from "@assay/sdk/verify";
import { expect } from "vitest";
import { call, newBot } from "./arrange-authorize.ts";
import type { Context } from "./context.ts";
import { expectBody } from "./expectations.ts";

export const path = "/api/verification-record";

/** JSON values that are not objects, each with the kind of value that a refusal names. */
export const notObjects = [
  ["[]", "an array"],
  [" [1]", "an array"],
  ["null", "null"],
  ['"x"', "a string"],
  ["7", "a number"],
  ["true", "a boolean"],
] as const;

/** Creates a logged decision. */
export async function decided(context: Context): Promise<Authorization> {
  await newBot(context);
  return context.assay.control.authorize(
    call({ session: "visit-118", args: { patient: 'Zoë\n"x"', n: 1.5 } }),
  );
}

export const sign = ({ request }: Context, body: unknown) => request("POST", `${path}/sign`, { body });
const verify = async ({ request }: Context, body: unknown) =>
  expectBody(await request("POST", `${path}/verify`, { body }), 200);

/** Verifies a record with the server and offline with the keys; both results must be equal. */
export async function verdictOn(context: Context, record: unknown): Promise<Record<string, unknown>> {
  const online = await verify(context, record);
  const offline = await verifyRecord(record, { keys: await context.assay.control.evidence.keys() });
  expect({ valid: offline.valid, code: offline.code }).toEqual({
    valid: online["valid"],
    code: online["code"],
  });
  return online;
}

export const sealed = async (context: Context): Promise<VerificationRecord> => {
  const { decisionId } = await decided(context);
  return context.assay.control.records.sign({ decisionId });
};
