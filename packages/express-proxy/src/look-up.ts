import { type LookUp, proxyErrors, Refusal } from "@headwater/proxy-core";
import type { Dispatcher } from "undici";
import { upstreamFailure } from "./upstream-failure.ts";

/** Looks things up through the pool for short requests. `fetch` would need several times the CPU. */
export const createLookUp =
  (pool: () => Dispatcher): LookUp =>
  ({ url, headers, timeoutMs, maxBytes }) =>
    new Promise((resolve, reject) => {
      const pathAt = url.indexOf("/", url.indexOf("://") + 3);
      let controller: Dispatcher.DispatchController | undefined;
      let status = 0;
      let size = 0;
      const parts: Buffer[] = [];
      const end = () => {
        clearTimeout(timer);
        const isSuccess = status >= 200 && status < 300;
        resolve({ status, body: isSuccess && size <= maxBytes ? Buffer.concat(parts, size) : undefined });
      };
      const timer = setTimeout(() => {
        reject(new Refusal(proxyErrors.tooSlow()));
        controller?.abort(new Error("No longer wanted"));
      }, timeoutMs);
      pool().dispatch(
        { origin: url.slice(0, pathAt), path: url.slice(pathAt), method: "GET", headers: headers.flat() },
        {
          onRequestStart(given) {
            controller = given;
          },
          onResponseStart(_controller, given) {
            status = given;
          },
          onResponseData(given, chunk) {
            size += chunk.length;
            if (size <= maxBytes) parts.push(chunk);
            else given.abort(new Error("The answer is too large"));
          },
          onResponseEnd: end,
          onResponseError(_controller, error) {
            if (size > maxBytes) return end();
            clearTimeout(timer);
            reject(new Refusal(upstreamFailure(error, "GET")));
          },
        },
      );
    });
