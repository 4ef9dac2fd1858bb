export { failOnUnhandled } from "./fail-on-unhandled.ts";
export { createMockAssay } from "./mock-assay.ts";
export { MockMistake, type OnMistake } from "./platform/failures/mistakes.ts";
export {
  createMocks,
  type MockInput,
  type MockOperation,
  type MockReply,
  type MockResolver,
  type Mocks,
  type MocksOptions,
} from "./mocks.ts";
export type { MockFailure } from "./platform/failures/mock-failure.ts";
export type { MockCall } from "./platform/http/mock-call.ts";
export type { OperationId } from "./platform/routing/operation-id.ts";
export type { MockAssay, MockAssayOptions, MockWorld } from "./types.ts";
