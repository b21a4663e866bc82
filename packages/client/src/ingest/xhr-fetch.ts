import { abortReason, throwIfAborted } from "../transport/aborted.ts";
import type { OnProgress } from "./counted.ts";

/** `fetch` by XMLHttpRequest: the only way to see the progress of an upload in a browser. */
export function xhrFetch(
  request: Request,
  form: FormData,
  size: number,
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    // The signal may have been aborted while this module was loading. No event would come.
    throwIfAborted(request.signal);
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.open(request.method, request.url);
    xhr.responseType = "arraybuffer";
    // Leave the content type to the browser: it knows the boundary.
    for (const [name, value] of request.headers)
      if (name !== "content-type") xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded }) =>
      // `loaded` also counts the multipart framing.
      onProgress({ sentBytes: Math.min(loaded, size), totalBytes: size });
    xhr.onload = () => {
      const nullBody = xhr.status === 204 || xhr.status === 304;
      const { status, statusText } = xhr;
      resolve(new Response(nullBody ? null : xhr.response, { status, statusText, headers: headersOf(xhr) }));
    };
    xhr.onerror = () =>
      reject(new TypeError("The upload failed: no connection, or the service does not allow this origin."));
    xhr.onabort = () => reject(abortReason(request.signal));
    xhr.onloadend = () => request.signal.removeEventListener("abort", abort);
    request.signal.addEventListener("abort", abort, { once: true });
    xhr.send(form);
  });
}

function headersOf(xhr: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of xhr
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  return headers;
}
