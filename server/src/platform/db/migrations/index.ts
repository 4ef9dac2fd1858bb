import { foundation } from "./0001-foundation.ts";
import { reviews } from "./0002-reviews.ts";
import { webhooks } from "./0003-webhooks.ts";
import { scores } from "./0004-scores.ts";
import { exportTables } from "./0005-exports.ts";
import { evidence } from "./0006-evidence.ts";
import { agents } from "./0007-agents.ts";
import { policies } from "./0008-policies.ts";
import { authorize } from "./0009-authorize.ts";
import { records } from "./0010-records.ts";
import { traceContext } from "./0011-trace-context.ts";
import { approvals } from "./0012-approvals.ts";
import { agentApiKeys } from "./0013-agent-api-keys.ts";
import { clusters } from "./0014-clusters.ts";
import { keyFingerprints } from "./0015-key-fingerprints.ts";
import { evidenceHeads } from "./0016-evidence-heads.ts";
import { hierarchy } from "./0017-hierarchy.ts";
import { repeats } from "./0018-repeats.ts";
import { entityTypes } from "./0019-entity-types.ts";
import { resultsByScore } from "./0020-results-by-score.ts";
import { errorReasons } from "./0022-error-reasons.ts";
import { pairedTestDraws } from "./0021-paired-test-draws.ts";
import { unusedIndex } from "./0023-unused-index.ts";
import { missingOutputs } from "./0024-missing-outputs.ts";
import { outputRuns } from "./0025-output-runs.ts";
import { evaluationRuns } from "./0026-evaluation-runs.ts";
import { ratingImports } from "./0027-rating-imports.ts";
import { lanes } from "./0028-lanes.ts";
import { workspaceLimits } from "./0029-workspace-limits.ts";
import { evaluationWaits } from "./0030-evaluation-waits.ts";
import { activeSeconds } from "./0031-active-seconds.ts";
import { reveal } from "./0032-reveal.ts";
import { ratedDimensions } from "./0033-rated-dimensions.ts";
import { shownFields } from "./0034-shown-fields.ts";
import { revealedAt } from "./0035-revealed-at.ts";
import { adjudications } from "./0036-adjudications.ts";
import { reviewDrafts } from "./0037-review-drafts.ts";

/** All migrations, oldest first. Released migrations are never changed. */
export const migrations = [
  foundation,
  reviews,
  webhooks,
  scores,
  exportTables,
  evidence,
  agents,
  policies,
  authorize,
  records,
  traceContext,
  approvals,
  agentApiKeys,
  clusters,
  keyFingerprints,
  evidenceHeads,
  hierarchy,
  repeats,
  entityTypes,
  resultsByScore,
  errorReasons,
  pairedTestDraws,
  unusedIndex,
  missingOutputs,
  outputRuns,
  evaluationRuns,
  ratingImports,
  lanes,
  workspaceLimits,
  evaluationWaits,
  activeSeconds,
  reveal,
  ratedDimensions,
  shownFields,
  revealedAt,
  adjudications,
  reviewDrafts,
];
