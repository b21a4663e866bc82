import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import {
  type Answer,
  type ForwardPlan,
  proxyErrors,
  Refusal,
  type ResponsePlan,
} from "@headwater/proxy-core";
import type { Response } from "express";
import type { Dispatcher } from "undici";
import type { OutgoingBody } from "./outgoing-body.ts";
import type { Upstream } from "./upstream.ts";
import { upstreamFailure } from "./upstream-failure.ts";
import { writeAnswer, writeHead } from "./write-answer.ts";

type Controller = Dispatcher.DispatchController;

/**
 * One request on its way to the upstream and its answer on its way back, as undici's handler: the bytes go from one
 * connection to the other without a stream in between, each side held back by the other. Ends once, in one of four ways:
 * the answer is out, the client has gone, the upstream failed, or the proxy answered in its place.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #plan: ForwardPlan;
  readonly #upstream: Upstream;
  readonly #response: Response;
  #body: OutgoingBody = null;
  #controller: Controller | undefined;
  #responsePlan: ResponsePlan | undefined;
  #status = 0;
  /** Bytes of the answer still to come; NaN when it does not say. */
  #left = Number.NaN;
  #isEventStream = false;
  #collected: Buffer[] = [];
  #collectedBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #over = false;
  /** Whether the head of the answer is ours. */
  #begun = false;
  /** Whether the upstream waits for the client. */
  #heldBack = false;

  constructor(plan: ForwardPlan, upstream: Upstream, response: Response) {
    this.#plan = plan;
    this.#upstream = upstream;
    this.#response = response;
  }

  start(body: OutgoingBody): void {
    const { url, method, headers } = this.#plan;
    const pathAt = url.indexOf("/", url.indexOf("://") + 3);
    const { dispatcher, timeouts } = this.#upstream;
    this.#body = body;
    this.#response.once("close", () => this.#closed());
    // Once and for all: the middleware `compression` passes listeners on to where they cannot be taken off again.
    this.#response.on("drain", () => this.#drained());
    const isFree = dispatcher.dispatch(
      {
        origin: url.slice(0, pathAt),
        path: url.slice(pathAt),
        method: method as Dispatcher.HttpMethod,
        headers: flatHeaders(headers, body instanceof Readable),
        body,
        // A DELETE with a body would cost its connection otherwise.
        ...(method === "HEAD" ? {} : { reset: false }),
      },
      this,
    );
    // undici has an end for connecting, and none for waiting until one of all its connections is free.
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
    const responsePlan = this.#plan.receive(status, header);
    this.#responsePlan = responsePlan;
    if (responsePlan.kind === "answer") {
      this.#answer(responsePlan.answer);
      controller.abort(new Error("The answer is not passed on"));
    } else if (responsePlan.kind !== "body") {
      const response = this.#response;
      this.#begun = true;
      writeHead(response, status, responsePlan.headers);
      // RFC 9110, 8.6: its length is that of a body which does not come.
      if (status === 304 || status === 204) return void response.end();
      if (responsePlan.kind === "stream") this.#left = Number(header("content-length") ?? Number.NaN);
      this.#isEventStream = header("content-type")?.startsWith("text/event-stream") ?? false;
      if (this.#isEventStream) response.flushHeaders();
    }
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    const responsePlan = this.#responsePlan;
    // An empty piece comes after each pause, and another one if that is paused too, without end.
    if (this.#over || responsePlan === undefined || chunk.length === 0) return;
    if (responsePlan.kind === "stream") this.#pass(controller, chunk);
    else if (responsePlan.kind === "events") {
      controller.pause();
      responsePlan.filter.pass(chunk).then(
        (bytes) => {
          if (this.#over) return;
          // Written before more may come: the end would overtake it.
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
      responsePlan.finish(Buffer.concat(this.#collected, this.#collectedBytes)).then(
        (answer) => this.#answer(answer),
        (error) => this.#fail(error),
      );
    else if (!this.#response.writableEnded) this.#response.end();
  }

  onResponseError(_controller: Controller | undefined, error: Error): void {
    this.#fail(error);
  }

  /** False when the client has enough for now: `controller` is held back until it takes more. */
  #pass(controller: Controller, bytes: Uint8Array): boolean {
    const response = this.#response;
    if (this.#isTaken()) return false;
    // All there is: sent with the headers in one write.
    if (bytes.length === this.#left) {
      response.end(bytes);
      return true;
    }
    this.#left -= bytes.length;
    const taken = response.write(bytes);
    // The middleware `compression` keeps what it is not told to let go.
    if (this.#isEventStream) (response as { flush?: () => void }).flush?.();
    if (taken) return true;
    controller.pause();
    this.#heldBack = true;
    this.#timer = setTimeout(() => response.destroy(), this.#upstream.timeouts.idleMs);
    return false;
  }

  /** The client takes more again. */
  #drained(): void {
    if (this.#over || !this.#heldBack) return;
    this.#heldBack = false;
    clearTimeout(this.#timer);
    this.#controller?.resume();
  }

  /** The answer has gone out, or the client is gone. */
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
    this.#answer(this.#plan.stamp(proxyErrors.tooSlow()), "upstream-failed", error);
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
    else this.#answer(this.#plan.stamp(upstreamFailure(error)), "upstream-failed", error);
  }

  /** The proxy's own answer, in place of the upstream's. */
  #answer(answer: Answer, outcome: "complete" | "upstream-failed" = "complete", error?: Error): void {
    if (this.#over || this.#isTaken()) return;
    this.#end();
    writeAnswer(this.#response, answer);
    this.#plan.finish(answer.status, outcome, error);
  }

  /** Something else of the application's has answered meanwhile, a time limit for example: nothing is left to say. */
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
    // undici leaves the body of a request alone that never got a connection.
    if (this.#body instanceof Readable) this.#body.destroy();
  }

  #breakOff(reason: Error): void {
    this.#controller?.abort(reason);
  }
}

/** undici wants them in one list, and knows the length of bytes by itself. */
function flatHeaders(headers: readonly [string, string][], withLength: boolean): string[] {
  const flat: string[] = [];
  for (const [name, value] of headers) if (withLength || name !== "content-length") flat.push(name, value);
  return flat;
}
