import { readRetryAfter } from "../../kernel/retry-after.ts";
import { type ConfiguredModel, keyNameOf } from "../../models/configured-models.ts";
import { ModelFailure } from "./model-failure.ts";

const maxDetail = 200;

/** The parts of the SDK's errors that matter here; the class is not asked, so that nothing needs to be loaded. */
type SdkError = Error & {
  statusCode?: number;
  responseHeaders?: Record<string, string>;
  cause?: unknown;
};

/** What the SDK or the network threw, in words for the person who brought the document. */
export function explainFailure(error: unknown, model: ConfiguredModel): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const { name, message, statusCode, responseHeaders = {} } = error as SdkError;
  const who = `the model ${model.model}`;
  if (name === "AI_NoObjectGeneratedError" || name === "AI_NoOutputGeneratedError" || isUnreadable(error))
    return new ModelFailure(`${who} did not answer in the form that was asked for`, {
      retry: "once",
      isOutage: false,
    });
  if (statusCode === undefined || statusCode < 400) {
    const reason = networkReason(error);
    return new ModelFailure(`${who} could not be reached${reason}`, { retry: "yes", isOutage: true });
  }
  // What the server says of a key may repeat it.
  if (statusCode === 401 || statusCode === 403)
    return new ModelFailure(`${who} refused the key (${statusCode}): check ${keyNameOf(model)}`, {
      retry: "no",
      isOutage: true,
    });
  const detail = withoutSecrets(message, model).slice(0, maxDetail);
  const said = detail === "" ? "" : `: ${detail}`;
  if (statusCode === 413)
    return new ModelFailure(`${who} takes no request of this size (413)`, { retry: "no", isOutage: false });
  if (statusCode === 429)
    return new ModelFailure(`${who} takes no more requests at the moment (429)${said}`, {
      retry: "yes",
      retryAfterMs: retryAfter(responseHeaders),
      isOutage: true,
    });
  if (statusCode >= 500 || statusCode === 408 || statusCode === 409)
    return new ModelFailure(`${who} failed (${statusCode})${said}`, {
      retry: "yes",
      retryAfterMs: retryAfter(responseHeaders),
      isOutage: true,
    });
  // 404 is a wrong model or base URL: no page will fare better.
  return new ModelFailure(`${who} refused the request (${statusCode})${said}`, {
    retry: "no",
    isOutage: statusCode === 404,
  });
}

/** Status 200 with something else than JSON, or JSON of another shape. */
function isUnreadable(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    if (/^AI_(JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody)Error$/.test(current.name))
      return (error as SdkError).statusCode === undefined || (error as SdkError).statusCode === 200;
    current = current.cause;
  }
  return false;
}

function networkReason(error: unknown): string {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const { code } = current as NodeJS.ErrnoException;
    if (typeof code === "string" && /^[A-Z_]{3,40}$/.test(code)) return ` (${code})`;
    current = current.cause;
  }
  return "";
}

/** A server may repeat a key in what it says, whole or in part. */
export function withoutSecrets(text: string, { apiKey }: Pick<ConfiguredModel, "apiKey">): string {
  const line = text.replace(/\s+/g, " ").trim();
  const whole = apiKey === undefined ? line : line.replaceAll(apiKey, "…");
  return whole.replace(/\b(?:sk|pk|AIza|Bearer)[-_ ]?[\w*.-]{6,}/g, "…");
}

function retryAfter(headers: Record<string, string>): number | undefined {
  const milliseconds = Number(headers["retry-after-ms"]);
  if (headers["retry-after-ms"] && milliseconds >= 0) return milliseconds;
  return readRetryAfter(headers["retry-after"], headers.date) ?? undefined;
}
