import type { Observation } from "./observe.ts";

/** Where an observation belongs: the span that it is part of as W3C `traceparent`, and when it ended, in ms since 1970. */
export type Moment = { trace: string | undefined; at: number };

/** A span that has begun. */
export type Span = {
  /** Names it for what is part of it. */
  traceparent: string;
  end(status: number): void;
};

/** Port: sends what was done, and how long it took, to a collector of traces. */
export type Traces = {
  /** `parent`: a `traceparent` as it was sent; an invalid one is ignored. */
  beginRequest(request: {
    operation: string;
    method: string;
    route: string;
    parent: string | undefined;
  }): Span;
  observe(observation: Observation, moment: Moment): void;
  /** Sends what is left. */
  close(): Promise<void>;
};
