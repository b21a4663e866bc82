import type { Express, Request } from "express";
import express5 from "express";
import {
  type RecordingUpstream,
  startRecordingUpstream,
} from "../../proxy-core/testing/conformance/recording-upstream.ts";
import { documentsProxy, type ProxyEvent, type ProxyOptions } from "../src/index.ts";
import { startExpress } from "./start-express.ts";

export type ProxiedUpstream = {
  upstream: RecordingUpstream;
  origin: string;
  /** The address where the proxy is mounted. */
  baseUrl: string;
  events: ProxyEvent[];
  /** Resolves to the next event that is not in `events` yet. */
  nextEvent(): Promise<ProxyEvent>;
  close(): Promise<void>;
};

/** A recording upstream, and an application with the proxy in front of it at `/api/documents`. */
export async function startProxiedUpstream(
  options: Partial<ProxyOptions<Request>> = {},
  { express = express5, prepare }: { express?: typeof express5; prepare?: (app: Express) => void } = {},
): Promise<ProxiedUpstream> {
  const upstream = await startRecordingUpstream();
  const events: ProxyEvent[] = [];
  const waiting: ((event: ProxyEvent) => void)[] = [];
  const app = express();
  prepare?.(app);
  app.use(
    "/api/documents",
    documentsProxy({
      baseUrl: upstream.baseUrl,
      token: "secret",
      authorize: () => true,
      onEvent(event) {
        events.push(event);
        waiting.shift()?.(event);
      },
      ...options,
    }),
  );
  const server = await startExpress(app);
  return {
    upstream,
    origin: server.origin,
    baseUrl: `${server.origin}/api/documents`,
    events,
    nextEvent: () => new Promise((resolve) => waiting.push(resolve)),
    async close() {
      await server.close();
      await upstream.close();
    },
  };
}
