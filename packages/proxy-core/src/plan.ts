import type { Lane } from "./limits/lane.ts";
import type { OperationCall } from "./options/operation-call.ts";
import type { Outcome } from "./outcome.ts";

/** An answer that the proxy makes itself. A `null` body goes with 204, 304 and HEAD. */
export type Answer = { status: number; headers: [string, string][]; body: string | Uint8Array | null };

/** Returns the value of a header by its lowercase name. Several lines of one name are joined with `, `. */
export type HeaderLookup = (name: string) => string | undefined;

/** A request as an adapter passes it to the policy. */
export type Incoming<Native> = {
  method: string;
  /** Path and query below the mount point, still encoded as received: `/builds/b1?page=1`. */
  target: string;
  header: HeaderLookup;
  native: Native;
  /**
   * Reads the whole body. The policy calls it at most once, and only when it must rebuild the request. Rejects beyond
   * `maxBytes` with a `Refusal` that carries `proxyErrors.bodyTooLarge()`.
   */
  readBody: (maxBytes: number) => Promise<Uint8Array>;
};

/** Checks and rewrites a body while it passes. It throws a `Refusal` for one that may not pass. */
export type BodyFilter = {
  /** By how many bytes the body grows. */
  addedBytes: number;
  /** Takes the next bytes and returns what may be sent now. */
  pass: (chunk: Uint8Array) => Uint8Array;
  /** Call it at the end of the body. */
  end: () => void;
};

export type PlannedBody =
  | { kind: "none" }
  /** Send the client's body, through the filter when there is one. */
  | { kind: "stream"; filter?: BodyFilter }
  | { kind: "bytes"; bytes: Uint8Array };

/** Holds back each event of a stream until it is complete and the policy has recorded what it announces. */
export type EventFilter = {
  /**
   * Takes the next bytes of the stream and returns the bytes that may be sent now: none while an event is incomplete.
   */
  pass: (chunk: Uint8Array) => Promise<Uint8Array>;
};

/** @deprecated Use `EventFilter`. */
export type EventGate = EventFilter;

/** How to send an upstream answer. The policy decides it from the status and the headers. */
export type ResponsePlan =
  /** Send this answer, and drop the upstream's body. */
  | { kind: "answer"; answer: Answer }
  /** Send these headers, and stream the body. */
  | { kind: "stream"; headers: [string, string][] }
  /** Send these headers, and stream the body through the filter. */
  | {
      kind: "events";
      headers: [string, string][];
      filter: EventFilter;
      /** @deprecated Use `filter`. */
      gate: EventFilter;
    }
  /**
   * Read the whole body, at most `maxBytes` (beyond it, send `proxyErrors.answerTooLarge()`). Then send the answer of
   * `finish`.
   */
  | { kind: "body"; maxBytes: number; finish: (body: Uint8Array) => Promise<Answer> };

/** @deprecated Use `ResponsePlan`. */
export type Reception = ResponsePlan;

/** A place among those who wait for one answer. */
export type JoinedPoll<T> = {
  answer: Promise<T>;
  /** Call it when the client no longer waits for the answer. The request ends with the last one who waits. */
  leave: () => void;
};

/** What one of those who wait sends to its client. */
export type PollEnd = { answer: Answer; outcome: Outcome; error?: unknown };

export type ForwardPlan = {
  kind: "forward";
  call: OperationCall;
  requestId: string;
  /** The pool of connections to use, for adapters that keep pools. */
  lane: Lane;
  method: string;
  url: string;
  /** All headers of the upstream request, including the token. Send no other header of the inbound request. */
  headers: [string, string][];
  body: PlannedBody;
  /**
   * Call this instead of sending the request, when it is given. It is a long poll, and requests like it share one to the
   * service. `answer` never rejects. Call `leave` when the client has gone.
   */
  poll?: () => JoinedPoll<PollEnd>;
  /** The client's Content-Length, when `body` is a stream and the client sent that header. */
  announcedBytes: number | undefined;
  receive: (status: number, header: HeaderLookup) => ResponsePlan;
  /** Adds the id of this request to an answer that the adapter makes itself, such as `proxyErrors.tooSlow()`. */
  stamp: (answer: Answer) => Answer;
  /**
   * Call this once, when the answer has been sent or was broken off. It calls `onEvent`, including an error of the
   * upstream.
   */
  finish: (status: number, outcome: Outcome, error?: unknown) => void;
};

/** What an adapter must do with a request. */
export type Plan =
  | { kind: "answer"; answer: Answer }
  /** Send what `authorize` answered, as it is. */
  | { kind: "response"; response: Response }
  | ForwardPlan;
