import type { Fetch } from "../src/client-options.ts";

export type Step = Response | Error | ((request: Request) => Response | Promise<Response>);

/** A `fetch` that plays its steps in order and records the requests. */
export function scriptedFetch(...steps: Step[]): Fetch & { requests: Request[] } {
  const requests: Request[] = [];
  const play: Fetch = async (request) => {
    const step = steps[requests.length];
    requests.push(request);
    if (!step) throw new Error(`No step for request ${requests.length}: ${request.method} ${request.url}`);
    if (step instanceof Error) throw step;
    return typeof step === "function" ? step(request) : step;
  };
  return Object.assign(play, { requests });
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers });

/** Never answers. It ends when the request's signal aborts. */
export const neverAnswers = (request: Request): Promise<Response> =>
  new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason));
  });

/** The error with which Node's `fetch` rejects. */
export const networkError = (code: string): Error =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
