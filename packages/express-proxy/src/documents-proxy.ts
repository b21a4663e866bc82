import { createPolicy, type Policy, type ProxyOptions, proxyErrors } from "@headwater/proxy-core";
import type { Request, RequestHandler, Response } from "express";
import { forward } from "./forward.ts";
import { incomingOf } from "./incoming.ts";
import { createLookUp } from "./look-up.ts";
import { createUpstream, type Upstream } from "./upstream.ts";
import { writeAnswer } from "./write-answer.ts";
import { writeResponse } from "./write-response.ts";

/**
 * Express middleware in front of the document service. It adds the token, forwards only operations of the contract that
 * `authorize` allows, and streams in both directions. It answers every request below its mount point, so mount it last
 * there, and before any body parser. It reuses connections to the service. They do not keep the process alive.
 *
 *     app.use("/api/documents", documentsProxy({ baseUrl, token, authorize }));
 *
 * @throws {TypeError} at start, when an option is wrong
 */
export function documentsProxy(options: ProxyOptions<Request>): RequestHandler {
  const lookUp = createLookUp(() => upstream.dispatchers.short);
  const policy = createPolicy(options, { ...(options.fetch ? {} : { lookUp }), keepsEncoding: true });
  const upstream = createUpstream(policy);
  return function documentsProxy(request, response) {
    // Pause the request: a middleware that only listens would let bytes pass while the policy decides.
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
