// Written by `npm run generate` from the contract. Do not edit.
import type { ResourceTable } from "../resource-table.ts";

// Short, because every program carries it: a resource is the path that its operations share, then for each a row
// `METHOD path sends…` (LIST: a GET with pages); what is sent comes in the order of the method's parameters.

export const apiKeys = ["/v1/api_keys", {
  create: "POST  body",
  list: "LIST  query",
  revoke: "DELETE /:id",
  rotate: "POST /:id/rotate body",
}] as const satisfies ResourceTable;

export const projects = ["/v1/projects", {
  create: "POST  body",
  list: "LIST  query",
  get: "GET /:id",
}] as const satisfies ResourceTable;

export const datasets = ["/v1/datasets", {
  create: "POST  body",
  list: "LIST  query",
  get: "GET /:id",
  update: "PATCH /:id body",
  delete: "DELETE /:id",
  versions: "LIST /:id/versions query",
}] as const satisfies ResourceTable;

export const samples = ["/v1", {
  create: "POST /datasets/:id/samples body",
  import: "POST /datasets/:id/samples/import upload query",
  list: "LIST /datasets/:id/samples query",
  get: "GET /samples/:id",
  createOutputs: "POST /datasets/:id/outputs body",
}] as const satisfies ResourceTable;

export const models = ["/v1/models", {
  create: "POST  body",
  list: "LIST  query",
  get: "GET /:id",
}] as const satisfies ResourceTable;

export const evaluations = ["/v1/evaluations", {
  create: "POST  body",
  list: "LIST  query",
  get: "GET /:id",
  results: "LIST /:id/results query",
  cancel: "POST /:id/cancel",
  compare: "POST /compare body",
}] as const satisfies ResourceTable;

export const customEvaluatorSecret = ["/v1/custom_evaluator_secret/rotate", {
  rotate: "POST  body",
}] as const satisfies ResourceTable;

export const guidelineSets = ["/v1/guideline_sets", {
  create: "POST  body",
  list: "LIST  query",
}] as const satisfies ResourceTable;

export const health = ["", {
  live: "GET /healthz",
  ready: "GET /readyz",
}] as const satisfies ResourceTable;

/** Every operation of the client. */
export const operations = ["", { apiKeys, projects, datasets, samples, models, evaluations, customEvaluatorSecret, guidelineSets, health }] as const;
