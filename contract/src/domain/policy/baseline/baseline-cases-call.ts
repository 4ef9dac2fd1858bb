// Test cases of the policies about the call: its destination, arguments, risk and cost.
import type { PolicyCase } from "./policy-case.ts";

const user = { type: "user", id: "ada" };
const document = { type: "document", id: "chart-7" };
const read = { name: "read" };

export const latch2Cases: readonly PolicyCase[] = [
  { name: "does not apply to a call without hosts", expect: "none" },
  {
    name: "does not apply to hosts inside the boundary",
    request: { facts: { egressHosts: ["api.example.com"] } },
    expect: "none",
  },
  {
    name: "denies a host outside the boundary",
    request: {
      facts: { egressInside: false, egressHosts: ["169.254.169.254"], egressOutside: ["169.254.169.254"] },
    },
    expect: "deny",
  },
  {
    name: "denies a host outside the boundary for other resources than tools",
    request: { action: read, resource: document, facts: { egressInside: false } },
    expect: "deny",
  },
  {
    name: "does not apply to other subjects",
    request: { subject: user, facts: { egressInside: false } },
    expect: "none",
  },
];

export const latch3Cases: readonly PolicyCase[] = [
  { name: "does not apply to arguments without secrets", expect: "none" },
  {
    name: "denies a secret in the arguments",
    request: { facts: { secretsFound: 1, secretTypes: ["github_token"] } },
    expect: "deny",
  },
  {
    name: "denies several secrets for other resources than tools",
    request: { action: read, resource: document, facts: { secretsFound: 2, secretTypes: ["agent_api_key"] } },
    expect: "deny",
  },
  {
    name: "does not apply to other subjects",
    request: { subject: user, facts: { secretsFound: 1 } },
    expect: "none",
  },
];

export const latch4Cases: readonly PolicyCase[] = [
  { name: "does not apply to low risk", expect: "none" },
  {
    name: "does not apply to medium risk",
    request: { facts: { risk: "medium", riskRank: 1 } },
    expect: "none",
  },
  { name: "returns ask for high risk", request: { facts: { risk: "high", riskRank: 2 } }, expect: "ask" },
  {
    name: "does not apply after a human has approved the call",
    request: { facts: { risk: "high", riskRank: 2, approved: true } },
    expect: "none",
  },
  {
    name: "does not apply to other subjects",
    request: { subject: user, facts: { risk: "high", riskRank: 2 } },
    expect: "none",
  },
];

export const latch5Cases: readonly PolicyCase[] = [
  { name: "does not apply below the ceilings", expect: "none" },
  { name: "denies calls beyond the rate", request: { facts: { rateExceeded: true } }, expect: "deny" },
  { name: "denies spend beyond the budget", request: { facts: { budgetExceeded: true } }, expect: "deny" },
  {
    name: "denies a call beyond both ceilings",
    request: { facts: { rateExceeded: true, budgetExceeded: true } },
    expect: "deny",
  },
  {
    name: "denies spend beyond the budget even after an approval",
    request: { facts: { budgetExceeded: true, approved: true } },
    expect: "deny",
  },
  {
    name: "does not apply to other subjects",
    request: { subject: user, facts: { rateExceeded: true } },
    expect: "none",
  },
];
