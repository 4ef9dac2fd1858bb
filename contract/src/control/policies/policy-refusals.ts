// Refusals about policies.
import { ApiError } from "../../platform/errors.ts";
import { refusal } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";

/** 404: there is no such policy, or it has no such version. */
export const noSuchPolicy = (id: string, version?: number): ApiError =>
  new ApiError(
    "not_found",
    version === undefined
      ? `There is no policy ${quoted(id)} that this API key can reach; GET /api/policies lists those there are.`
      : `The policy ${quoted(id)} has no version ${version}; GET /api/policies/{id}/versions lists those there are.`,
  );

/** 422: a body names a version that the policy does not have. */
export const noSuchPolicyVersion = (id: string, version: number): ApiError =>
  refusal("reference_not_found", [
    {
      path: "/version",
      code: "reference_not_found",
      message: `The policy ${quoted(id)} has no version ${version}; GET /api/policies/{id}/versions lists those there are.`,
    },
  ]);

/** 403: the baseline is part of the product. */
export const baselineImmutable = (id: string): ApiError =>
  new ApiError(
    "baseline_immutable",
    `The policy ${quoted(id)} is part of the baseline, which cannot be changed; its limits are settings of the workspace. Send another id.`,
  );

/** 409: a policy of this id says something else. */
export const policyConflict = (id: string): ApiError =>
  new ApiError(
    "conflict",
    `The policy ${quoted(id)} is stored with other contents; PUT /api/policies/{id} stores its next version.`,
  );

/** 409: the workspace has as many policies as it may. */
export const tooManyPolicies = (most: number): ApiError =>
  new ApiError(
    "conflict",
    `The workspace has ${most} policies, as many as it may; change one of them instead.`,
  );
