// Test cases of the policies about the call: its destination, arguments, risk and cost.
import type { PolicyCase } from "./policy-case.ts";

const user = { type: "user", id: "ada" };
const document = { type: "document", id: "chart-7" };
const read = { name: "read" };

export const latch2Cases: readonly PolicyCase[] = [
  { name: "says nothing of a call that reaches nobody", expect: "none" },
  {
    name: "says nothing of hosts inside the boundary",
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
    name: "denies it for what is no tool, too",
    request: { action: read, resource: document, facts: { egressInside: false } },
    expect: "deny",
  },
  {
    name: "says nothing of other subjects",
    request: { subject: user, facts: { egressInside: false } },
    expect: "none",
  },
];

export const latch3Cases: readonly PolicyCase[] = [
  { name: "says nothing of arguments without secrets", expect: "none" },
  {
    name: "denies a secret in the arguments",
    request: { facts: { secretsFound: 1, secretTypes: ["github_token"] } },
    expect: "deny",
  },
  {
    name: "denies several for what is no tool, too",
    request: { action: read, resource: document, facts: { secretsFound: 2, secretTypes: ["agent_api_key"] } },
    expect: "deny",
  },
  {
    name: "says nothing of other subjects",
    request: { subject: user, facts: { secretsFound: 1 } },
    expect: "none",
  },
];

export const latch4Cases: readonly PolicyCase[] = [
  { name: "says nothing of low risk", expect: "none" },
  {
    name: "says nothing of medium risk",
    request: { facts: { risk: "medium", riskRank: 1 } },
    expect: "none",
  },
  { name: "returns ask for high risk", request: { facts: { risk: "high", riskRank: 2 } }, expect: "ask" },
  {
    name: "says nothing once a human has approved",
    request: { facts: { risk: "high", riskRank: 2, approved: true } },
    expect: "none",
  },
  {
    name: "says nothing of other subjects",
    request: { subject: user, facts: { risk: "high", riskRank: 2 } },
    expect: "none",
  },
];

export const latch5Cases: readonly PolicyCase[] = [
  { name: "says nothing below the ceilings", expect: "none" },
  { name: "denies calls beyond the rate", request: { facts: { rateExceeded: true } }, expect: "deny" },
  { name: "denies spend beyond the budget", request: { facts: { budgetExceeded: true } }, expect: "deny" },
  {
    name: "denies both at once",
    request: { facts: { rateExceeded: true, budgetExceeded: true } },
    expect: "deny",
  },
  {
    name: "denies it after an approval, too",
    request: { facts: { budgetExceeded: true, approved: true } },
    expect: "deny",
  },
  {
    name: "says nothing of other subjects",
    request: { subject: user, facts: { rateExceeded: true } },
    expect: "none",
  },
];
