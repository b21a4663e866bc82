import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

export type HttpMetrics = {
  observe(operation: string, method: string, status: number, seconds: number): void;
};

export type Metrics = {
  http: HttpMetrics;
  buildEnded(result: string): void;
  /** The Prometheus text format. */
  text(): Promise<string>;
  contentType: string;
};

/** Counts and times by operation, and never by id, file or token. So no label grows with use or names a tenant. */
export function createMetrics(deps: {
  openBuilds: () => Promise<{ pending: number; processing: number }>;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "headwater_" });
  const registers = [registry];
  const requests = new Histogram({
    name: "headwater_http_request_duration_seconds",
    help: "Duration of HTTP requests by operation, method and status.",
    labelNames: ["operation", "method", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const ended = new Counter({
    name: "headwater_builds_ended_total",
    help: "Builds that ended, by result.",
    labelNames: ["result"],
    registers,
  });
  new Gauge({
    name: "headwater_builds_open",
    help: "Builds waiting or running, by state.",
    labelNames: ["state"],
    registers,
    async collect() {
      const open = await deps.openBuilds().catch(() => null);
      // While the database is down the other figures are worth the more; this one is left out.
      if (open === null) return this.reset();
      const { pending, processing } = open;
      this.set({ state: "Pending" }, pending);
      this.set({ state: "Processing" }, processing);
    },
  });
  return {
    http: {
      observe: (operation, method, status, seconds) =>
        requests.observe({ operation, method, status: String(status) }, seconds),
    },
    buildEnded: (result) => ended.inc({ result }),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
