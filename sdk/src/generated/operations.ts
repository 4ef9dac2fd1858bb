// Written by `npm run generate` from the contract. Do not edit.
import type { ResourceTable } from "../resource-table.ts";

/** Every operation of the client; short, because every program carries it: {@link ResourceTable} says how to read it. */
export const operations: ResourceTable = ["", {
  apiKeys: ["/v1/api_keys", {
    create: "POST  body",
    list: "LIST  query",
    revoke: "DELETE /:id",
    rotate: "POST /:id/ body",
  }],
  projects: ["/v1/projects", {
    create: "POST  body",
    list: "LIST  query",
    get: "GET /:id",
  }],
  datasets: ["/v1/datasets", {
    create: "POST  body",
    list: "LIST  query",
    get: "GET /:id",
    update: "PATCH /:id body",
    delete: "DELETE /:id",
    versions: "LIST /:id/ query",
  }],
  samples: ["/v1", {
    create: "POST /datasets/:id/samples body",
    import: "POST /datasets/:id/samples/ upload query",
    list: "LIST /datasets/:id/samples query",
    get: "GET /samples/:id",
    createOutputs: "POST /datasets/:id/outputs body",
  }],
  models: ["/v1/models", {
    create: "POST  body",
    list: "LIST  query",
    get: "GET /:id",
  }],
  evaluations: ["/v1/evaluations", {
    create: "POST  body",
    list: "LIST  query",
    get: "GET /:id",
    results: "LIST /:id/ query",
    cancel: "POST /:id/",
    compare: "POST / body",
  }],
  customEvaluatorSecret: ["/v1/custom_evaluator_secret/rotate", {
    rotate: "POST  body",
  }],
  guidelineSets: ["/v1/guideline_sets", {
    create: "POST  body",
    list: "LIST  query",
  }],
  reviews: ["/v1/reviews", {
    submit: "POST /tasks/:id/reviews body",
    list: "LIST  query",
    queue: "GET / query",
    reliability: "POST / body",
    get: "GET /:id",
    revisions: "LIST /revisions/:id query",
    reviewers: ["/v1/reviews/reviewers", {
      create: "POST  body",
      list: "LIST  query",
      get: "GET /:id",
      update: "PATCH /:id body",
      statistics: "GET /:id/ query",
    }],
    rubrics: ["/v1/reviews/rubrics", {
      create: "POST  body",
      list: "LIST  query",
      get: "GET /:id",
    }],
    tasks: ["/v1/reviews/tasks", {
      create: "POST  body",
      list: "LIST  query",
      get: "GET /:id",
      claim: "POST /:id/",
      release: "POST /:id/",
      cancel: "POST /:id/",
      reassign: "POST /:id/ body",
    }],
  }],
  scores: ["/v1/scores", {
    sample: "GET /samples/:sample_id query",
    evaluation: "GET /evaluations/:evaluation_id query",
    metrics: "GET /projects/:project_id/ query",
    trends: "GET / query",
    thresholdAnalysis: "POST /threshold-analysis body",
  }],
  webhooks: ["/v1/webhooks", {
    create: "POST  body",
    list: "LIST  query",
    get: "GET /:id",
    update: "PATCH /:id body",
    delete: "DELETE /:id",
    test: "POST /:id/",
    rotateSecret: "POST /:id/rotate_secret body",
    deliveries: "LIST /:id/ query",
    redeliver: "POST /:id/deliveries/:delivery/",
  }],
  exports: ["/v1/scores", {
    create: "POST /export body",
    list: "LIST /exports query",
    get: "GET /exports/:id",
    content: "FILE /exports/:id/",
  }],
  health: ["", {
    live: "GET /healthz",
    ready: "GET /readyz",
  }],
}];
