import type { contract } from "@assay/contract/openapi/apis";
import { checkDraftSize } from "@assay/contract/review/drafts/draft-rules";
import { draftTag, draftToWire } from "@assay/contract/review/drafts/draft-wire";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Handlers } from "../../platform/http/routing/handler.ts";
import { expireAssignments } from "../tasks/assignment/expire-assignments.ts";
import { putDraft, removeDraft } from "./draft-service.ts";

/** Returns the handlers of the routes for drafts of reviews. */
export function draftHandlers(deps: PlatformDeps): Handlers<typeof contract.reviewDrafts> {
  return {
    put: async ({ params, headers, body }, { caller, commit, setHeader }) => {
      checkDraftSize(body);
      await expireAssignments(deps, caller.workspaceId);
      return commit(async (tx) => {
        const draft = await putDraft(tx, deps, { caller, params, conditions: headers }, body);
        setHeader("ETag", draftTag(draft));
        return { status: 200, body: draftToWire(draft) };
      });
    },
    delete: async ({ params, headers }, { caller, commit }) => {
      await expireAssignments(deps, caller.workspaceId);
      return commit(async (tx) => {
        const deleted = await removeDraft(tx, deps, { caller, params, conditions: headers });
        return { status: 200, body: { object: "review_draft", deleted } };
      });
    },
  };
}
