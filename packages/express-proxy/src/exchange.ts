import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import {
  type Answer,
  type ForwardPlan,
  type HeaderLookup,
  proxyErrors,
  Refusal,
  type ResponsePlan,
} from "@headwater/proxy-core";
import type { Response } from "express";
import type { Dispatcher } from "undici";
import { decodeBody } from "./decode-body.ts";
import type { OutgoingBody } from "./outgoing-body.ts";
import type { Upstream } from "./upstream.ts";
import { upstreamFailure } from "./upstream-failure.ts";
import { writeAnswer, writeHead } from "./write-answer.ts";

type Controller = Dispatcher.DispatchController;

/**
 * Carries one request to the upstream and its answer back, as a handler of undici. The bytes go from one connection to
 * the other without a stream in between, and each side slows the other down. It ends once, in one of four ways: the
 * answer was sent, the client left, the upstream failed, or the proxy gave its own answer.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #plan: ForwardPlan;
  readonly #upstream: Upstream;
  readonly #response: Response;
  #body: OutgoingBody = null;
  #controller: Controller | undefined;
  #responsePlan: ResponsePlan | undefined;
  #status = 0;
  /** Bytes of the answer that are still to come. NaN when the upstream does not say. */
  #left = Number.NaN;
  #isEventStream = false;
  /** The encoding of an error, which the policy reads. */
  #encoding: string | undefined;
  #collected: Buffer[] = [];
  #collectedBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #over = false;
  /** Whether the status and headers of our answer have been sent. */
  #begun = false;
  /** Whether the upstream is paused until the client reads more. */
  #heldBack = false;

  constructor(plan: ForwardPlan, upstream: Upstream, response: Response) {
    this.#plan = plan;
    this.#upstream = upstream;
    this.#response = response;
  }

  start(body: OutgoingBody): void {
    const { url, method, headers, lane } = this.#plan;
    const pathAt = url.indexOf("/", url.indexOf("://") + 3);
    const { dispatchers, timeouts } = this.#upstream;
    this.#body = body;
    this.#response.once("close", () => this.#closed());
    // Add the listener once and keep it: the middleware `compression` moves listeners to a place where they cannot be
    // removed.
    this.#response.on("drain", () => this.#drained());
    const isFree = dispatchers[lane].dispatch(
      {
        origin: url.slice(0, pathAt),
        path: url.slice(pathAt),
        method: method as Dispatcher.HttpMethod,
        headers: flatHeaders(headers, body instanceof Readable),
        body,
        // Without this, a DELETE with a body would close its connection.
        ...(method === "HEAD" ? {} : { reset: false }),
      },
      this,
    );
    // undici limits the time to connect, but not the wait for a free connection.
    if (!isFree && this.#controller === undefined && !this.#over)
      this.#timer = setTimeout(() => this.#noneFree(), timeouts.connectMs);
  }

  onRequestStart(controller: Controller): void {
    clearTimeout(this.#timer);
    this.#controller = controller;
    if (this.#over) controller.abort(new Error("No longer wanted"));
  }

  onResponseStart(controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    if (this.#over || status < 200 || this.#isTaken()) return;
    this.#status = status;
    const header = (name: string) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    };
    this.#encoding = status >= 400 ? header("content-encoding") : undefined;
    const responsePlan = this.#plan.receive(status, this.#encoding ? decodedLookup(header) : header);
    this.#responsePlan = responsePlan;
    if (responsePlan.kind === "answer") {
      this.#answer(responsePlan.answer);
      controller.abort(new Error("The answer is not passed on"));
    } else if (responsePlan.kind !== "body") {
      const response = this.#response;
      this.#begun = true;
      writeHead(response, status, responsePlan.headers);
      // The Content-Length of a 304 is that of a body which is not sent (RFC 9110, 8.6).
      if (status === 304 || status === 204) return void response.end();
      if (responsePlan.kind === "stream") this.#left = Number(header("content-length") ?? Number.NaN);
      this.#isEventStream = header("content-type")?.startsWith("text/event-stream") ?? false;
      if (this.#isEventStream) response.flushHeaders();
    }
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    const responsePlan = this.#responsePlan;
    // undici sends an empty piece after each pause. Pausing for that piece as well would never end.
    if (this.#over || responsePlan === undefined || chunk.length === 0) return;
    if (responsePlan.kind === "stream") this.#pass(controller, chunk);
    else if (responsePlan.kind === "events") {
      controller.pause();
      responsePlan.filter.pass(chunk).then(
        (bytes) => {
          if (this.#over) return;
          // Write before more is read. Otherwise the end could come first.
          if (bytes.length === 0 || this.#pass(controller, bytes)) controller.resume();
        },
        (error) => this.#fail(error),
      );
    } else if (responsePlan.kind === "body") {
      this.#collectedBytes += chunk.length;
      if (this.#collectedBytes <= responsePlan.maxBytes) this.#collected.push(chunk);
      else {
        this.#answer(this.#plan.stamp(proxyErrors.answerTooLarge()));
        controller.abort(new Error("The answer is too large to be checked"));
      }
    }
  }

  onResponseEnd(): void {
    const responsePlan = this.#responsePlan;
    if (this.#over || responsePlan === undefined) return;
    if (responsePlan.kind === "body")
      this.#finishBody(responsePlan).then(
        (answer) => this.#answer(answer),
        (error) => this.#fail(error),
      );
    else if (!this.#response.writableEnded) this.#response.end();
  }

  async #finishBody({ finish, maxBytes }: Extract<ResponsePlan, { kind: "body" }>): Promise<Answer> {
    const bytes = Buffer.concat(this.#collected, this.#collectedBytes);
    return finish(this.#encoding ? await decodeBody(bytes, this.#encoding, maxBytes) : bytes);
  }

  onResponseError(_controller: Controller | undefined, error: Error): void {
    this.#fail(error);
  }

  /** Returns false when the client must catch up: `controller` is paused until then. */
  #pass(controller: Controller, bytes: Uint8Array): boolean {
    const response = this.#response;
    if (this.#isTaken()) return false;
    // These are the last bytes. When they are the whole body, headers and body go out in one write.
    if (bytes.length === this.#left) {
      response.end(bytes);
      return true;
    }
    this.#left -= bytes.length;
    const taken = response.write(bytes);
    // The middleware `compression` keeps bytes back until it is flushed.
    if (this.#isEventStream) (response as { flush?: () => void }).flush?.();
    if (taken) return true;
    controller.pause();
    this.#heldBack = true;
    this.#timer = setTimeout(() => response.destroy(), this.#upstream.timeouts.idleMs);
    return false;
  }

  /** The client reads again. */
  #drained(): void {
    if (this.#over || !this.#heldBack) return;
    this.#heldBack = false;
    clearTimeout(this.#timer);
    this.#controller?.resume();
  }

  /** The answer has been sent, or the client has left. */
  #closed(): void {
    if (this.#over) return;
    const complete = this.#begun && this.#response.writableFinished;
    this.#end();
    if (complete) this.#plan.finish(this.#status, "complete");
    else {
      this.#breakOff(new Error("The client has gone"));
      this.#plan.finish(this.#status || 499, "client-gone");
    }
  }

  #noneFree(): void {
    const error = new Error("No connection to the service came free in time");
    this.#answer(
      this.#plan.stamp(proxyErrors.noConnection(this.#upstream.timeouts.connectMs)),
      "complete",
      error,
    );
    this.#breakOff(error);
  }

  #fail(error: Error): void {
    const response = this.#response;
    if (this.#over || response.writableEnded) return;
    const kind = this.#responsePlan?.kind;
    if (kind === "stream" || kind === "events") {
      this.#end();
      response.destroy();
      this.#breakOff(error);
      this.#plan.finish(this.#status, "upstream-failed", error);
    } else if (error instanceof Refusal) this.#answer(this.#plan.stamp(error.answer));
    else this.#answer(this.#plan.stamp(upstreamFailure(error, this.#plan.method)), "upstream-failed", error);
  }

  /** Sends the proxy's own answer instead of the upstream's. */
  #answer(answer: Answer, outcome: "complete" | "upstream-failed" = "complete", error?: Error): void {
    if (this.#over || this.#isTaken()) return;
    this.#end();
    writeAnswer(this.#response, answer);
    this.#plan.finish(answer.status, outcome, error);
  }

  /**
   * Whether other code of the application, such as a time limit, has answered meanwhile. Then there is nothing left to
   * do.
   */
  #isTaken(): boolean {
    const { headersSent, writableEnded } = this.#response;
    if (!(this.#begun ? writableEnded : headersSent)) return false;
    this.#end();
    this.#breakOff(new Error("Something else has answered"));
    this.#plan.finish(499, "client-gone");
    return true;
  }

  #end(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#collected = [];
    // undici does not destroy the body of a request that never got a connection.
    if (this.#body instanceof Readable) this.#body.destroy();
  }

  #breakOff(reason: Error): void {
    this.#controller?.abort(reason);
  }
}

/** The headers of an answer whose body has been decoded. */
const decodedLookup =
  (header: HeaderLookup): HeaderLookup =>
  (name) =>
    name === "content-encoding" || name === "content-length" ? undefined : header(name);

/** undici takes the headers in one list. It knows the length of bytes itself. */
function flatHeaders(headers: readonly [string, string][], withLength: boolean): string[] {
  const flat: string[] = [];
  for (const [name, value] of headers) if (withLength || name !== "content-length") flat.push(name, value);
  return flat;
}
