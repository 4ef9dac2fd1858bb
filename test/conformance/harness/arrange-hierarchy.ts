// Entities in a hierarchy, and decisions on them.
import type { PutEntities } from "@assay/sdk";
import type { Context } from "./context.ts";

/** The name of an entity. */
export const named = (type: string, id: string) => ({ type, id });
/** A reference to an entity, as a typed value. */
export const ref = (type: string, id: string) => ({ __entity: { type, id } });
/** An IP address or range, as a typed value. */
export const ip = (arg: string) => ({ __extn: { fn: "ip", arg } });
/** The action of most requests. */
export const read = { name: "read" };

/** A request for a decision. */
export interface Sent {
  subject: {
    type: string;
    id: string;
    properties?: Record<string, unknown>;
    parents?: { type: string; id: string }[];
  };
  resource: {
    type: string;
    id: string;
    properties?: Record<string, unknown>;
    parents?: { type: string; id: string }[];
  };
  context?: Record<string, unknown>;
}

/** Stores a policy for all subjects, besides one that permits everything. */
export async function policies({ assay }: Context, text: string): Promise<void> {
  const open = { id: "open", text: "permit (principal, action, resource);" };
  await assay.control.policies.create(open);
  await assay.control.policies.create({ id: "rule", text, unknownNames: "allow" });
}

/** Returns the outcome of a request and the code of its first reason. */
export async function decide({ assay }: Context, sent: Sent, action = read) {
  const { outcome, reasons } = await assay.control.authorize({ action, ...sent });
  return [outcome, reasons[0]?.code];
}

export const ada = named("user", "ada");
export const chart = named("record", "1");
export const forbidden = ["deny", "policy_forbids"];
export const allowed = ["allow", "permitted"];

/** Users in teams and a record in a folder of a ward, with typed values. */
export const ward: PutEntities = {
  entities: [
    { ...ada, parents: [named("team", "interns")] },
    { ...named("team", "interns"), parents: [named("team", "staff")], properties: { level: 1 } },
    { ...named("user", "eve"), properties: { level: 3 } },
    {
      ...chart,
      parents: [named("folder", "f")],
      properties: { owner: ref("user", "eve"), net: ip("10.0.0.0/8") },
    },
    { ...named("folder", "f"), parents: [named("ward", "3")] },
  ],
};
