import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Histogram buckets that cover the range from a cache hit to an import of a gigabyte (seconds). */
const requestSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const jobSeconds = [0.05, 0.25, 1, 5, 15, 60, 300, 1800];
const deliverySeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/**
 * The metrics of this process. Their registry is not global, so two servers in one process are independent.
 */
export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics of a process. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return { registry, ...requestMetrics(registers), ...workMetrics(registers) };
}

function requestMetrics(registers: Registry[]) {
  return {
    requests: new Counter({
      name: "assay_http_requests_total",
      help: "Requests that completed or were aborted.",
      registers,
      labelNames: ["method", "route", "status"] as const,
    }),
    requestSeconds: new Histogram({
      name: "assay_http_request_duration_seconds",
      help: "Time to the end of the response.",
      registers,
      labelNames: ["method", "route"] as const,
      buckets: requestSeconds,
    }),
    inFlight: new Gauge({
      name: "assay_http_requests_in_flight",
      help: "Requests in progress.",
      registers,
    }),
  };
}

function workMetrics(registers: Registry[]) {
  return {
    jobSeconds: new Histogram({
      name: "assay_job_duration_seconds",
      help: "Job attempts by this process.",
      registers,
      labelNames: ["kind", "outcome"] as const,
      buckets: jobSeconds,
    }),
    policyOverruns: new Counter({
      name: "assay_policy_overruns_total",
      help: "Decisions that were denied because their policies cost too many steps or took too long.",
      registers,
    }),
    events: new Counter({
      name: "assay_events_total",
      help: "Events dispatched to webhooks by this process.",
      registers,
      labelNames: ["event"] as const,
    }),
    deliveries: new Counter({
      name: "assay_deliveries_total",
      help: "Webhook delivery attempts.",
      registers,
      labelNames: ["outcome"] as const,
    }),
    deliverySeconds: new Histogram({
      name: "assay_delivery_duration_seconds",
      help: "Time to the response of a webhook.",
      registers,
      buckets: deliverySeconds,
    }),
  };
}

/**
 * Adds metrics about Node.js: memory, event loop and garbage collection. Must be called only once for the
 * same metrics.
 */
export function watchProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}
