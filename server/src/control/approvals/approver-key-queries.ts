import type { KeyOwner } from "@assay/contract/control/approvals/approval-record";
import { formatId } from "@assay/contract/platform/ids";
import { isActiveKey } from "@assay/contract/workspace/api-key-rules";
import type { Knex } from "knex";
import { uuidOf } from "../../platform/db/record-columns.ts";
import { idOrNull } from "./approval-queries.ts";

/** The data about an API key that decisions on approvals need. */
interface ApproverKey extends KeyOwner {
  /** Whether the key is neither revoked nor expired. */
  isActive: boolean;
}

/** Returns the API keys with the given ids. */
export async function listKeys(
  db: Knex,
  workspaceId: string,
  { ids, now }: { ids: readonly string[]; now: number },
): Promise<ApproverKey[]> {
  const uuids = ids.map((id) => uuidOf("api_key", id));
  const rows: KeyRow[] = await db("api_keys")
    .where({ workspace_id: workspaceId })
    .whereIn("id", uuids)
    .select("id", "reviewer_id", "revoked_at", "expires_at");
  return rows.map(({ id, reviewer_id, revoked_at, expires_at }) => ({
    keyId: formatId("api_key", id),
    reviewer: idOrNull("reviewer", reviewer_id),
    isActive: isActiveKey(
      { revokedAt: revoked_at && revoked_at.getTime(), expiresAt: expires_at && expires_at.getTime() },
      now,
    ),
  }));
}

interface KeyRow {
  id: string;
  reviewer_id: string | null;
  revoked_at: Date | null;
  expires_at: Date | null;
}
