import { createPolicy, type Policy, type ProxyOptions, proxyErrors } from "@headwater/proxy-core";
import type { Request, RequestHandler, Response } from "express";
import { forward } from "./forward.ts";
import { incomingOf } from "./incoming.ts";
import { createUpstream, type Upstream } from "./upstream.ts";
import { writeAnswer } from "./write-answer.ts";
import { writeResponse } from "./write-response.ts";

/**
 * Express middleware in front of the document service: adds the token, lets pass only what the contract has and
 * `authorize` allows, streams both ways. Answers every request below its mount point itself, so it comes last there, and
 * before any body parser. Its connections to the service are kept as long as they are used, and let the process end.
 *
 *     app.use("/api/documents", documentsProxy({ baseUrl, token, authorize }));
 *
 * @throws {TypeError} when an option is wrong, at start
 */
export function documentsProxy(options: ProxyOptions<Request>): RequestHandler {
  const policy = createPolicy(options);
  const upstream = createUpstream(policy.timeouts);
  return function documentsProxy(request, response) {
    // A middleware that looks on would let bytes go by while the policy thinks.
    if (request.readableFlowing) request.pause();
    handle(policy, upstream, request, response).catch((error: unknown) => {
      console.error("documents proxy: a request failed", error);
      if (response.headersSent) response.destroy();
      else writeAnswer(response, proxyErrors.internal());
    });
  };
}

async function handle(
  policy: Policy<Request>,
  upstream: Upstream,
  request: Request,
  response: Response,
): Promise<void> {
  const plan = await policy.plan(incomingOf(request, policy.timeouts.idleMs));
  if (plan.kind === "forward") await forward(plan, upstream, request, response);
  else if (response.headersSent || response.destroyed) return;
  else if (plan.kind === "answer") writeAnswer(response, plan.answer);
  else await writeResponse(response, plan.response);
}
