import { proxyErrors, Refusal } from "../errors.ts";
import type { Answer, ResponsePlan } from "../plan.ts";
import { createEventFilter } from "./event-filter.ts";
import type { AppliedScope } from "./scoped-request.ts";

/** Maximum size of a body. Long documents have many elements, and citations may hold pictures. */
const maxBytes = 64 * 1024 * 1024;
/** Headers that are wrong after a body was rewritten. */
const headersOfOldBody = new Set(["content-length", "content-encoding", "etag", "x-total-count"]);

/** Handles a successful answer under a scope. Where the rule says so, it checks the answer before sending it. */
export function receiveScoped(
  { onAnswer }: Extract<AppliedScope, { kind: "forward" }>,
  status: number,
  headers: [string, string][],
  answerTo: (error: unknown) => Answer,
): ResponsePlan {
  if (!onAnswer || status < 200 || status >= 300 || status === 204) return { kind: "stream", headers };
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  if (/^text\/event-stream\b/i.test(type)) {
    const filter = createEventFilter(onAnswer, answerTo);
    return { kind: "events", headers, filter, gate: filter };
  }
  return {
    kind: "body",
    maxBytes,
    async finish(body) {
      try {
        const value = parse(body);
        const shown = await onAnswer(value);
        if (shown === value) return { status, headers, body };
        const kept = headers.filter(([name]) => !headersOfOldBody.has(name));
        // The list was filtered: a higher count would reveal hidden files.
        if (Array.isArray(shown)) kept.push(["x-total-count", String(shown.length)]);
        return { status, headers: kept, body: JSON.stringify(shown) };
      } catch (error) {
        return answerTo(error);
      }
    },
  };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new Refusal(proxyErrors.notTheContract());
  }
}
