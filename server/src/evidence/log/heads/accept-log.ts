import { acceptanceType } from "@assay/contract/evidence/log/erasure-rules";
import { toHex } from "@assay/contract/wire";
import type { EvidenceDeps } from "../../evidence-deps.ts";
import { findLog, type LogRow } from "../../log-queries.ts";
import type { LogHead } from "./evidence-heads.ts";
import { checkHead } from "./head-check.ts";

/** Thrown if the log matches its record, so that accepting the log is unnecessary. */
export class NothingToAccept extends Error {
  override readonly name = "NothingToAccept";
}

const stateOf = ({ generation, size, root }: LogHead | LogRow) => ({ generation, size, root: toHex(root) });

/**
 * Accepts a log whose sealed record is missing or altered, or contradicts the log. An event records the
 * acceptance with the state that was found, and the log is sealed again, so that its states can be signed.
 *
 * @param reason why the log is accepted, which is stored in the event.
 * @returns the size of the log with the event.
 * @throws {NothingToAccept} if the record is in order.
 */
export async function acceptLog(
  { evidence, now }: Pick<EvidenceDeps, "evidence" | "now">,
  workspaceId: string,
  reason: string,
): Promise<number> {
  const { heads } = evidence;
  const at = now().getTime();
  const { event } = await evidence.writer.append(workspaceId, async ({ read }) => {
    const { end, checked } = await read(async (tx) => {
      const found = await findLog(tx, workspaceId);
      if (!found) throw new NothingToAccept("The log has no events.");
      return { end: found, checked: await checkHead(tx, heads, { workspaceId, end: found }) };
    });
    if (!("kind" in checked))
      throw new NothingToAccept("The sealed record of the log is valid, so there is nothing to accept.");
    const { kind, head } = checked;
    return {
      type: acceptanceType,
      session: null,
      ts: at,
      receivedAt: at,
      origin: "server",
      data: { reason, record: kind, recorded: head === null ? null : stateOf(head), found: stateOf(end) },
      after: (tx) => heads.sealEnd(tx, workspaceId),
    };
  });
  return event.seq;
}
