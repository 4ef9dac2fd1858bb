import type { Resources } from "../generated/resources.ts";
import type { ControlApprovals } from "../control/control-approvals-extras.ts";
import type { ControlEvents } from "./control-events-extras.ts";
import type { ControlEvidence } from "./control-evidence-extras.ts";
import type { ControlGuard } from "./control-guard-extras.ts";
import type { Datasets } from "./datasets-extras.ts";
import type { Evaluations } from "./evaluations-extras.ts";
import type { Exports } from "./exports-extras.ts";
import type { Reviews } from "../review/reviews-extras.ts";
import type { Samples } from "./samples-extras.ts";
import type { Webhooks } from "./webhooks-extras.ts";

/** The client's resources, including the methods that the resource table cannot express. */
export interface ExtendedResources extends Resources {
  readonly datasets: Datasets;
  readonly samples: Samples;
  readonly evaluations: Evaluations;
  readonly exports: Exports;
  readonly reviews: Reviews;
  readonly webhooks: Webhooks;
  readonly control: Resources["control"] &
    ControlGuard & {
      readonly approvals: ControlApprovals;
      readonly events: ControlEvents;
      readonly evidence: ControlEvidence;
    };
}
