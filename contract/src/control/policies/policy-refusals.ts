// Refusals about policies.
import { ApiError } from "../../platform/errors.ts";
import {
  alreadyExistsText,
  idInPath,
  limitReachedText,
  notFoundText,
} from "../../platform/validation/refusal-texts.ts";
import { maxPolicyCost } from "../../domain/policy/policy-cost.ts";
import { refusal, validationFailed } from "../../platform/validation/validation.ts";
import { quoted } from "../../wire/http/quote.ts";

const versionText = (id: string, version: number): string =>
  notFoundText(
    `Version ${version} of policy ${quoted(id)}`,
    `List versions with GET /api/policies/${idInPath(id)}/versions`,
  );

/** 404: the policy or the version of the policy is unknown. */
export const noSuchPolicy = (id: string, version?: number): ApiError =>
  new ApiError(
    "not_found",
    version === undefined
      ? notFoundText(`Policy ${quoted(id)}`, "List policies with GET /api/policies")
      : versionText(id, version),
  );

/** 422: a body names an unknown version of the policy. */
export const noSuchPolicyVersion = (id: string, version: number): ApiError =>
  refusal("reference_not_found", [
    { path: "/version", code: "reference_not_found", message: versionText(id, version) },
  ]);

/** 403: the baseline is part of the product and cannot be changed. */
export const baselineImmutable = (id: string): ApiError =>
  new ApiError(
    "baseline_immutable",
    `Policy ${quoted(id)} belongs to the baseline, which cannot be changed. Choose a new id for your policy, or set the limits of the baseline with PUT /api/settings.`,
  );

/** 409: a policy with this id exists with other contents. */
export const policyConflict = (id: string): ApiError =>
  new ApiError(
    "conflict",
    alreadyExistsText(
      `Policy ${quoted(id)}`,
      "contents",
      `store a new version with PUT /api/policies/${idInPath(id)}`,
    ),
  );

/** 400: policies cost too much together for values of usual length. @param steps their cost. */
export const attachedTooCostly = (steps: number): ApiError =>
  validationFailed([
    {
      path: "/policyIds",
      code: "policy_too_costly",
      message: `policyIds names policies that cost ${steps.toLocaleString("en-US")} steps for values of 1,024 characters; they must cost at most ${maxPolicyCost.toLocaleString("en-US")} together.`,
    },
  ]);

/** 409: the workspace has reached its limit of policies. */
export const tooManyPolicies = (limit: number): ApiError =>
  new ApiError(
    "conflict",
    limitReachedText(
      "The workspace",
      `${limit} policies`,
      "Update an existing one with PUT /api/policies/{id}",
    ),
  );
