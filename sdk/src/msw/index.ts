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
export type { MockAssay, MockAssayOptions, MockCall, MockFailure, MockWorld, OperationId } from "./types.ts";
