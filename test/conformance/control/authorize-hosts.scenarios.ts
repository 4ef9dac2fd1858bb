// Scenarios for the forms in which a call can name a host.
import { expect } from "vitest";
import { call, newBot } from "../harness/arrange-authorize.ts";
import type { Context } from "../harness/context.ts";
import { scenario } from "../harness/scenario.ts";

/** Returns the messages of a call's reasons about hosts. */
const messagesOf = async ({ assay }: Context, args: Record<string, unknown>): Promise<string[]> =>
  (await assay.control.authorize(call({ args }))).reasons.flatMap(({ code, message }) =>
    code === "egress_outside_boundary" ? [message] : [],
  );

const privateHost = (host: string): string[] => [
  `Outside the boundary "default": host "${host}" is not a public address.`,
];

export const authorizeHostScenarios = [
  scenario(
    "authorize",
    200,
    "reads a host that is not ASCII in the same way after many calls",
    async (context) => {
      await newBot(context);
      const address = "http:// @169.254\u00AD.169.254/latest/";
      for (let round = 0; round < 6; round += 1) {
        expect(await messagesOf(context, { u: address })).toEqual(privateHost("169.254.169.254"));
        const links = Array.from(
          { length: 1500 },
          (_, index) => `http://h${index % 90}.example.org/${round}`,
        );
        expect(await messagesOf(context, { links })).toEqual([]);
      }
    },
  ),
];
