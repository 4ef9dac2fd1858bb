import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** From a hit in a cache to an import of a gigabyte. */
const requestSeconds = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const jobSeconds = [0.05, 0.25, 1, 5, 15, 60, 300, 1800];
const deliverySeconds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** What this process counts, in a registry of its own: two servers in one process do not meet. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Makes the counts of a process. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return { registry, ...requestMetrics(registers), ...workMetrics(registers) };
}

function requestMetrics(registers: Registry[]) {
  return {
    requests: new Counter({
      name: "assay_http_requests_total",
      help: "Requests that were answered or broke off.",
      registers,
      labelNames: ["method", "route", "status"] as const,
    }),
    requestSeconds: new Histogram({
      name: "assay_http_request_duration_seconds",
      help: "Time to the end of the answer.",
      registers,
      labelNames: ["method", "route"] as const,
      buckets: requestSeconds,
    }),
    inFlight: new Gauge({
      name: "assay_http_requests_in_flight",
      help: "Requests that are being answered.",
      registers,
    }),
  };
}

function workMetrics(registers: Registry[]) {
  return {
    jobSeconds: new Histogram({
      name: "assay_job_duration_seconds",
      help: "Attempts at jobs by this process.",
      registers,
      labelNames: ["kind", "outcome"] as const,
      buckets: jobSeconds,
    }),
    events: new Counter({
      name: "assay_events_total",
      help: "Events that were passed on to webhooks by this process.",
      registers,
      labelNames: ["event"] as const,
    }),
    deliveries: new Counter({
      name: "assay_deliveries_total",
      help: "Attempts to hand a message over to a webhook.",
      registers,
      labelNames: ["outcome"] as const,
    }),
    deliverySeconds: new Histogram({
      name: "assay_delivery_duration_seconds",
      help: "Time until a webhook has answered.",
      registers,
      buckets: deliverySeconds,
    }),
  };
}

/** Counts what Node.js itself does, too: memory, event loop, collections. Once for each process or server. */
export function watchProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}
