import { proxyErrors, Refusal } from "../errors.ts";
import { readAnswer } from "./answer-body.ts";

export type LookUpRequest = {
  url: string;
  headers: [string, string][];
  /** Maximum milliseconds for the whole answer. */
  timeoutMs: number;
  maxBytes: number;
};

/**
 * Sends a GET of the proxy itself, and reads the whole answer. The body is undefined when the status is not one of success,
 * or when there are more than `maxBytes`. Rejects with a `Refusal` when the service is too slow, and with anything else
 * when it can't be reached.
 */
export type LookUp = (request: LookUpRequest) => Promise<{ status: number; body: Uint8Array | undefined }>;

export const createLookUp =
  (fetch: typeof globalThis.fetch): LookUp =>
  async ({ url, headers, timeoutMs, maxBytes }) => {
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, timeoutMs);
    try {
      const response = await fetch(url, { headers, redirect: "manual", signal: controller.signal });
      const { status } = response;
      if (response.ok)
        return { status, body: await readAnswer(response.body, { maxBytes, idleMs: timeoutMs, abort }) };
      abort();
      return { status, body: undefined };
    } catch (error) {
      throw controller.signal.aborted ? new Refusal(proxyErrors.tooSlow()) : error;
    } finally {
      clearTimeout(timer);
    }
  };
