import type { CommandContext } from "../program.ts";

/** `assay policies list`. */
export async function listPolicies({ client, output, signal }: CommandContext): Promise<void> {
  const policies = await client.control.policies.list({ signal });
  output.data(policies);
  output.tables([
    {
      head: ["policy", "version", "in force", "mode", "outcome", "code", "name"],
      rows: policies.map(({ id, version, liveVersion, mode, outcome, code, name }) => [
        id,
        version,
        liveVersion,
        mode,
        outcome ?? "permits",
        code,
        name,
      ]),
    },
  ]);
}
