import { http } from "msw";
import { checkNames } from "./platform/failures/check-names.ts";
import { createFailures } from "./platform/failures/failures.ts";
import { createQueue } from "./platform/http/idempotency.ts";
import { throwUncaught } from "./platform/failures/mistakes.ts";
import { defaultApiKey } from "./platform/state/mock-secrets.ts";
import { serve, type MockServer } from "./platform/http/mock-server.ts";
import { createState } from "./platform/state/mock-state.ts";
import { readBaseUrl, underUrl } from "./platform/http/routing.ts";
import { tellWebhooks } from "./webhooks/tell-webhooks.ts";
import type { MockAssay, MockAssayOptions, MockCall } from "./types.ts";
import { createWorld } from "./world.ts";

// Each option is here: the compiler says which is not.
const optionNames: Record<keyof MockAssayOptions, true> = {
  baseUrl: true,
  apiKey: true,
  now: true,
  evaluationMs: true,
  rateLimit: true,
  customEvaluator: true,
  onMistake: true,
};

/**
 * Makes a fake of the whole API with a state of its own: what is created can be read, evaluations run and are scored as
 * the server scores them, and whatever the server refuses is refused in the same words.
 *
 * @example
 * const mock = createMockAssay();
 * const server = setupServer(...mock.handlers); // msw/node; in a browser setupWorker of msw/browser
 * const assay = new Assay({ apiKey: mock.apiKey, baseUrl: mock.baseUrl });
 * @throws {TypeError} for an option that cannot be.
 */
export function createMockAssay(options: MockAssayOptions = {}): MockAssay {
  checkNames("A mock", options, optionNames);
  const baseUrl = readBaseUrl(options.baseUrl);
  const { apiKey = defaultApiKey, now = () => new Date(), evaluationMs = 20, rateLimit = 6000 } = options;
  const { customEvaluator } = options;
  if (!(evaluationMs >= 0))
    throw new TypeError(`evaluationMs is ${evaluationMs}; it must be 0 or more milliseconds.`);
  const fresh = () => createState({ apiKey, now, evaluationMs, rateLimit, customEvaluator });
  const calls: MockCall[] = [];
  const failures = createFailures();
  const parts: MockServer = {
    baseUrl,
    state: fresh(),
    queue: createQueue(),
    failures,
    calls,
    onMistake: options.onMistake ?? throwUncaught,
  };
  return {
    baseUrl,
    apiKey,
    handlers: [http.all(underUrl(baseUrl), ({ request }) => serve(parts, request))],
    calls,
    world: createWorld(() => parts.state),
    advance(ms) {
      parts.state.clock.advance(ms);
      tellWebhooks(parts.state);
    },
    fail: (operationId, failure) => failures.add(operationId, failure),
    reset() {
      parts.state = fresh();
      failures.clear();
      calls.length = 0;
    },
  };
}
