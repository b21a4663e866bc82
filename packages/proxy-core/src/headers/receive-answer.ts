import type { OperationEntry } from "@headwater/spec";
import { failure, notDone, proxyErrors } from "../errors.ts";
import type { Answer, HeaderLookup, ResponsePlan } from "../plan.ts";

const json = /^application\/(?:[\w.+-]+\+)?json\b/i;
const known = /^(?:application\/(?:[\w.+-]+\+)?json|text\/event-stream|image\/(?:png|jpeg|webp))\b/i;
const shownInPlace = /^(?:audio\/|video\/|image\/(?!svg))/i;
const retryHeaders = ["retry-after", "retry-after-ms", "x-should-retry"] as const;

/** What the application must fix when this answer is replaced. The browser only learns that something is wrong. */
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

/** Returns an answer to send instead of one that the browser must not get. Undefined when the answer may pass. */
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
    // This is the page of a gateway.
    return withoutReason(status, header);
  }
  // A redirect or a page of another server: the browser would show it under the application's own origin.
  const isAnswer =
    status >= 200 &&
    status < 300 &&
    (entry.answer === "bytes" ? isStoredFile(type, header) : known.test(type));
  if (isAnswer) return undefined;
  // The service never redirects, so what sent the request elsewhere has not passed it on.
  return status < 300 ? proxyErrors.notTheContract() : notDone(proxyErrors.notTheContract());
}

/**
 * Whether the service itself offers these bytes as a file: a page of another server does not name a download. Only what
 * a browser plays or paints may be shown in place.
 */
function isStoredFile(type: string, header: HeaderLookup): boolean {
  const disposition = header("content-disposition") ?? "";
  return /^attachment\b/i.test(disposition) || (/^inline\b/i.test(disposition) && shownInPlace.test(type));
}

/** Errors of the service are small. A larger one comes from something else. */
const maxErrorBytes = 65_536;

/**
 * Handles an error in JSON. An error of the service passes unchanged; an error of a gateway gets the contract's form.
 */
export function receiveError(
  status: number,
  headers: [string, string][],
  header: HeaderLookup,
  { stamp, onUnknownAddress }: { stamp: (answer: Answer) => Answer; onUnknownAddress: () => void },
): ResponsePlan {
  return {
    kind: "body",
    maxBytes: maxErrorBytes,
    async finish(body) {
      const detail = detailOf(body);
      if (detail === undefined) return stamp(withoutReason(status, header));
      // A server says this about a path that it has no route for. The operation itself is in the contract.
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
