import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { cacheNames, limitNames, type Observation, type Observe } from "../../kernel/observe.ts";
import { addStateGauges, type ServiceState } from "./state-gauges.ts";

export type Metrics = {
  observe: Observe;
  /** The Prometheus text format. */
  text(): Promise<string>;
  contentType: string;
};

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const workSeconds = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800];

/** Gauges of the library whose names end like those of counters. Each has a twin by kind with a valid name. */
const misnamed = ["active_handles_total", "active_requests_total", "active_resources_total"];

/**
 * The metrics of one service: what is observed as it happens, and what is asked of the service at each scrape.
 * docs/operations.md lists them; a test compares the list.
 */
export function createMetrics(state: ServiceState): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "headwater_" });
  for (const name of misnamed) registry.removeSingleMetric(`headwater_nodejs_${name}`);
  addStateGauges(registry, state);
  const handlers = createHandlers(registry);
  return {
    observe: (observation) => (handlers[observation.kind] as (observation: Observation) => void)(observation),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

type Handlers = { [Kind in Observation["kind"]]: (observation: Observation & { kind: Kind }) => void };

function createHandlers(registry: Registry): Handlers {
  const registers = [registry];
  const requests = new Histogram({
    name: "headwater_http_request_duration_seconds",
    help: "Duration of HTTP requests by operation and class of status.",
    labelNames: ["operation", "status"],
    buckets: requestSeconds,
    registers,
  });
  const refusals = new Counter({
    name: "headwater_refusals_total",
    help: "Requests that were refused with 429, 503 or 507, by what refused them.",
    labelNames: ["limit"],
    registers,
  });
  const builds = new Counter({
    name: "headwater_builds_ended_total",
    help: "Builds that ended, by result.",
    labelNames: ["result"],
    registers,
  });
  const readings = new Histogram({
    name: "headwater_reading_duration_seconds",
    help: "Time in which documents were read, by format, method and result.",
    labelNames: ["format", "method", "result"],
    buckets: workSeconds,
    registers,
  });
  const pages = new Counter({
    name: "headwater_pages_read_total",
    help: "Pages that were read, by format and method.",
    labelNames: ["format", "method"],
    registers,
  });
  const stages = new Histogram({
    name: "headwater_stage_duration_seconds",
    help: "Time that stages of questions, searches and flows took.",
    labelNames: ["work", "stage"],
    buckets: requestSeconds,
    registers,
  });
  const calls = new Histogram({
    name: "headwater_model_call_duration_seconds",
    help: "Time that calls of models took, with their retries, by purpose and result.",
    labelNames: ["purpose", "result"],
    buckets: workSeconds,
    registers,
  });
  const tokens = new Counter({
    name: "headwater_model_tokens_total",
    help: "Tokens that models counted, by purpose and direction.",
    labelNames: ["purpose", "direction"],
    registers,
  });
  const lookups = new Counter({
    name: "headwater_cache_lookups_total",
    help: "Lookups of results that may have been computed before, by cache and result.",
    labelNames: ["cache", "result"],
    registers,
  });
  // Without them the first of each would not show: a rate needs what was before it.
  for (const limit of limitNames) refusals.inc({ limit }, 0);
  for (const cache of cacheNames) for (const result of ["hit", "miss"]) lookups.inc({ cache, result }, 0);
  return {
    request: ({ operation, status, seconds }) =>
      requests.observe({ operation, status: `${Math.floor(status / 100)}xx` }, seconds),
    refusal: ({ limit }) => refusals.inc({ limit }),
    build: ({ result }) => builds.inc({ result }),
    reading({ format, method, result, pages: read, seconds }) {
      readings.observe({ format, method, result }, seconds);
      if (read > 0) pages.inc({ format, method }, read);
    },
    stage: ({ work, stage, seconds }) => stages.observe({ work, stage }, seconds),
    model({ purpose, result, seconds, tokensIn, tokensOut }) {
      calls.observe({ purpose, result }, seconds);
      if (tokensIn) tokens.inc({ purpose, direction: "in" }, tokensIn);
      if (tokensOut) tokens.inc({ purpose, direction: "out" }, tokensOut);
    },
    // Its stages are reported on their own.
    question() {},
    lookup: ({ cache, found }) => lookups.inc({ cache, result: found ? "hit" : "miss" }),
  };
}
