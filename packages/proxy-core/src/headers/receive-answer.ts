import type { OperationEntry } from "@headwater/spec";
import { failure, proxyErrors } from "../errors.ts";
import type { Answer, HeaderLookup, ResponsePlan } from "../plan.ts";

const json = /^application\/(?:[\w.+-]+\+)?json\b/i;
const known = /^(?:application\/(?:[\w.+-]+\+)?json|text\/event-stream|image\/(?:png|jpeg|webp))\b/i;
const retryHeaders = ["retry-after", "retry-after-ms", "x-should-retry"] as const;

/** What the application has to mend when this answer is replaced; the browser is not told more than that it is so. */
export function misconfiguration(
  entry: OperationEntry,
  status: number,
  header: HeaderLookup,
): Error | undefined {
  if (status === 401 && entry.auth) return new Error("The service refused the token (401)");
  if (status < 400)
    return new Error(
      `What answered is not the document service (${status}, ${header("content-type") ?? "no content type"}): check baseUrl`,
    );
  return undefined;
}

/** An answer in place of one that must not reach the browser as it is; undefined when it may. */
export function replaceAnswer(
  entry: OperationEntry,
  status: number,
  header: HeaderLookup,
): Answer | undefined {
  if (status === 401 && entry.auth) return proxyErrors.tokenRefused();
  if (status === 304 || status === 204) return undefined;
  const type = header("content-type") ?? "";
  if (status >= 400) {
    if (json.test(type)) return undefined;
    // A gateway's page.
    return withoutReason(status, header);
  }
  // A redirect, or a page of something else: it would be shown under the application's own origin.
  return status >= 200 && status < 300 && known.test(type) ? undefined : proxyErrors.notTheContract();
}

/** Errors are small; what is larger is none of the service's. */
const maxErrorBytes = 65_536;

/** An error in JSON: the service's own passes as it is, a gateway's in front of it is put into the contract's form. */
export function receiveError(
  status: number,
  headers: [string, string][],
  header: HeaderLookup,
  { stamp, onUnknownAddress }: { stamp(answer: Answer): Answer; onUnknownAddress(): void },
): ResponsePlan {
  return {
    kind: "body",
    maxBytes: maxErrorBytes,
    async finish(body) {
      const detail = detailOf(body);
      if (detail === undefined) return stamp(withoutReason(status, header));
      // What a server says of a path it has no route for; the operation itself is one of the contract.
      if (status === 404 && /^not found$/i.test(detail)) onUnknownAddress();
      return { status, headers, body };
    },
  };
}

function detailOf(body: Uint8Array): string | undefined {
  try {
    const detail: unknown = JSON.parse(new TextDecoder().decode(body))?.detail;
    return typeof detail === "string" ? detail : undefined;
  } catch {
    return undefined;
  }
}

function withoutReason(status: number, header: HeaderLookup): Answer {
  const retry = retryHeaders.flatMap((name): [string, string][] => {
    const value = header(name);
    return value === undefined ? [] : [[name, value]];
  });
  return failure(status, `The document service answered ${status} without giving a reason`, retry);
}
