import type { OperationCall } from "./options/proxy-options.ts";
import type { Outcome } from "./outcome.ts";

/** An answer given by the proxy itself. A `null` body goes with 204, 304 and HEAD. */
export type Answer = { status: number; headers: [string, string][]; body: string | Uint8Array | null };

/** Value of a header by lowercase name; several lines of one name come joined by `, `. */
export type HeaderLookup = (name: string) => string | undefined;

/** A request as a adapter hands it to the policy. */
export type Incoming<Native> = {
  method: string;
  /** Path and query below the mount point, still encoded as received: `/builds/b1?page=1`. */
  target: string;
  header: HeaderLookup;
  native: Native;
  /**
   * Reads the whole body; called at most once, and only when the policy must rebuild the request. Rejects with a
   * `Refusal` that carries `proxyErrors.bodyTooLarge()` beyond `maxBytes`.
   */
  readBody(maxBytes: number): Promise<Uint8Array>;
};

export type PlannedBody = { kind: "none" } | { kind: "stream" } | { kind: "bytes"; bytes: Uint8Array };

/** Lets the events of a stream through, whole, once what they announce has been recorded. */
export type EventFilter = {
  /** The bytes that may go on now; empty while an event is incomplete. */
  pass(chunk: Uint8Array): Promise<Uint8Array>;
};

/** @deprecated Use `EventFilter`. */
export type EventGate = EventFilter;

/** What becomes of an upstream answer, decided from its status and headers. */
export type ResponsePlan =
  /** Send this, and drop the upstream's body. */
  | { kind: "answer"; answer: Answer }
  /** Send these headers, and the body's bytes as they come. */
  | { kind: "stream"; headers: [string, string][] }
  /** Send these headers, and the body's bytes as the gate lets them through. */
  | {
      kind: "events";
      headers: [string, string][];
      filter: EventFilter /** @deprecated Use `filter`. */;
      gate: EventFilter;
    }
  /** Read the whole body, at most `maxBytes` (beyond: `proxyErrors.answerTooLarge()`), then send what `finish` answers. */
  | { kind: "body"; maxBytes: number; finish(body: Uint8Array): Promise<Answer> };

/** @deprecated Use `ResponsePlan`. */
export type Reception = ResponsePlan;

export type ForwardPlan = {
  kind: "forward";
  call: OperationCall;
  requestId: string;
  method: string;
  url: string;
  /** Everything the upstream is to be sent, the token included; nothing of the inbound request passes beside it. */
  headers: [string, string][];
  body: PlannedBody;
  /** Content-Length as announced by the client, when `body` is a stream and the client announced one. */
  announcedBytes: number | undefined;
  receive(status: number, header: HeaderLookup): ResponsePlan;
  /** Gives an answer of the adapter's own, such as `proxyErrors.tooSlow()`, this request's id. */
  stamp(answer: Answer): Answer;
  /** To be called once, when the answer has gone out or was broken off: tells `onEvent`, with what went wrong upstream. */
  finish(status: number, outcome: Outcome, error?: unknown): void;
};

/** What a adapter has to do with a request. */
export type Plan =
  | { kind: "answer"; answer: Answer }
  /** What `authorize` answered, to be sent as it is. */
  | { kind: "response"; response: Response }
  | ForwardPlan;
