import type { Fetch } from "@headwater/client";

export type Step = Response | Error | ((request: Request) => Response | Promise<Response>);

/** A `fetch` that plays its steps in order, repeats the last one, and records the requests. */
export function scriptedFetch(...steps: Step[]): Fetch & { requests: Request[] } {
  const requests: Request[] = [];
  const play: Fetch = async (request) => {
    const step = steps[Math.min(requests.length, steps.length - 1)];
    requests.push(request);
    if (!step) throw new Error(`No step for ${request.method} ${request.url}`);
    if (step instanceof Error) throw step;
    return typeof step === "function" ? step(request) : step.clone();
  };
  return Object.assign(play, { requests });
}

/** Answers by method and path, such as `GET /builds/b1`. Everything else is 404. */
export function routedFetch(routes: Record<string, Step>): Fetch & { requests: Request[] } {
  return scriptedFetch((request) => {
    const path = new URL(request.url).pathname.replace(/^\/api\/documents/, "") || "/";
    const step = routes[`${request.method} ${path}`];
    if (!step) return Response.json({ detail: `No route ${request.method} ${path}` }, { status: 404 });
    if (step instanceof Error) throw step;
    return typeof step === "function" ? step(request) : step.clone();
  });
}

/** Never answers. It ends when the request's signal aborts. */
export const neverAnswers = (request: Request): Promise<Response> =>
  new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason));
  });
