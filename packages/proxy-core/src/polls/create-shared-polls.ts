import { proxyErrors, Refusal } from "../errors.ts";
import { readAnswer } from "../forward/answer-body.ts";
import { headersOf } from "../forward/headers-of.ts";
import type { HeaderLookup, JoinedPoll } from "../plan.ts";

export type PollRequest = { url: string; headers: readonly [string, string][] };
export type PollAnswer = { status: number; header: HeaderLookup; body: Uint8Array };
/** Sends a long poll to the service, or waits for the answer of an equal one that is under way. */
export type JoinPoll = (request: PollRequest) => JoinedPoll<PollAnswer>;

/** The state of a build without its elements is small. */
const maxBytes = 1024 * 1024;

type OpenPoll = { waiting: number; controller: AbortController; answer: Promise<PollAnswer> };

export type SharedPollsOptions = {
  fetch: typeof fetch /** Milliseconds for the whole answer. */;
  timeoutMs: number;
};

/**
 * One request to the service for all who wait for the same build with the same token, query and headers. What each may
 * see of the answer is decided for each afterwards.
 */
export function createSharedPolls({ fetch, timeoutMs }: SharedPollsOptions): JoinPoll {
  const open = new Map<string, OpenPoll>();

  async function ask({ url, headers }: PollRequest, controller: AbortController): Promise<PollAnswer> {
    let isLate = false;
    const abort = () => controller.abort();
    const timer = setTimeout(() => {
      isLate = true;
      abort();
    }, timeoutMs);
    try {
      const response = await fetch(url, {
        headers: headers as [string, string][],
        redirect: "manual",
        signal: controller.signal,
      });
      const body = await readAnswer(response.body, { maxBytes, idleMs: timeoutMs, abort });
      if (!body) throw new Refusal(proxyErrors.answerTooLarge());
      return { status: response.status, header: headersOf(response), body };
    } catch (error) {
      throw isLate ? new Refusal(proxyErrors.tooSlow()) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  function begin(key: string, request: PollRequest): OpenPoll {
    const controller = new AbortController();
    const answer = ask(request, controller).finally(() => {
      if (open.get(key) === poll) open.delete(key);
    });
    // When it fails, no poll may be waiting any more.
    answer.catch(() => {});
    const poll: OpenPoll = { waiting: 0, controller, answer };
    open.set(key, poll);
    return poll;
  }

  return (request) => {
    const key = keyOf(request);
    const poll = open.get(key) ?? begin(key, request);
    poll.waiting++;
    let isWaiting = true;
    return {
      answer: poll.answer,
      leave() {
        if (!isWaiting) return;
        isWaiting = false;
        poll.waiting--;
        if (poll.waiting > 0) return;
        if (open.get(key) === poll) open.delete(key);
        poll.controller.abort();
      },
    };
  };
}

/** The token is among the headers. The id of a request and its trace are its own. */
const keyOf = ({ url, headers }: PollRequest): string =>
  JSON.stringify([url, ...headers.filter(([name]) => !own.has(name))]);

const own = new Set(["x-request-id", "traceparent", "tracestate"]);
