import { proxyErrors, Refusal } from "../errors.ts";
import type { Policy } from "../policy.ts";
import { forward } from "./forward.ts";
import { readLimited } from "./read-limited.ts";
import { toResponse } from "./to-response.ts";

/**
 * Runs one request through the policy with `fetch`. `target` is the path and query below the mount point, still encoded
 * as received.
 */
export async function handleRequest(
  policy: Policy<Request>,
  request: Request,
  target: string,
): Promise<Response> {
  const { headers } = request;
  const plan = await policy.plan({
    method: request.method,
    target,
    // HTTP/2 has no Host header. The runtime puts the same value into the URL.
    header: (name) => headers.get(name) ?? (name === "host" ? new URL(request.url).host : undefined),
    native: request,
    async readBody(maxBytes) {
      if (request.bodyUsed) throw new Refusal(proxyErrors.bodyDrained());
      return readLimited(request.body, maxBytes, policy.timeouts.idleMs);
    },
  });
  if (plan.kind === "response") return plan.response;
  if (plan.kind === "answer") return toResponse(plan.answer);
  return forward(plan, request, policy);
}
