// Prints the digest of each step as JSON, for the gate `digests`.
import { migrations } from "./index.ts";
import { digestOfStep } from "./schema-steps.ts";

const digests: Record<string, string> = {};
for (const step of migrations) digests[step.name] = await digestOfStep(step);
process.stdout.write(`${JSON.stringify(digests, null, 2)}\n`);
