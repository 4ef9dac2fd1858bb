// The budget of the search for hosts and secrets in a call.
import { type AdmitsCost, admitsAny } from "../../../domain/policy/cost/cost-budget.ts";
import { maxRequestCost } from "../../../domain/policy/policy-cost.ts";
import type { PolicyVerdict } from "../../../domain/policy/verdict.ts";
import { denied, engineReason } from "../../cedar/policy-verdict.ts";

/** Thrown if the search for hosts and secrets does not fit into the budget of the request. */
export class SearchBeyondBudget extends Error {
  override readonly name = "SearchBeyondBudget";
}

/** The budget that is left after some steps of a decision. */
export const after = (admits: AdmitsCost, steps: number): AdmitsCost =>
  admits === admitsAny
    ? admits
    : (further, mode) => admits(mode === undefined ? steps + further : further, mode);

const beyondBudget = {
  ...engineReason(
    "policy_slow",
    `The search for hosts and secrets would cost more than what is left of the ${maxRequestCost.toLocaleString("en-US")} steps of one request.`,
  ),
  remedy: "Send fewer requests at once, or shorter arguments, context and properties.",
};

const broken = engineReason(
  "policy_error",
  "The evaluation of the policies failed, so the request is denied.",
);

/** The denial of a request whose evaluation has failed. */
export const failedVerdict = (error: unknown, warnings: PolicyVerdict["warnings"]): PolicyVerdict =>
  denied([error instanceof SearchBeyondBudget ? beyondBudget : broken], { warnings });
