import type { Fetch } from "../client-options.ts";
import type { OnProgress } from "./counted.ts";
import type { FileContent } from "./file-content.ts";
import { multipartRequest } from "./multipart-request.ts";
import { xhrFetch } from "./xhr-fetch.ts";

/**
 * Sends a file as a form. A stream, or a file whose progress is watched, goes as far as the runtime lets its length be
 * announced: counted chunks in Node, XMLHttpRequest in browsers, elsewhere the whole file at once with progress at the
 * end only.
 *
 * @param given the caller's own `fetch`, which XMLHttpRequest would pass by.
 */
export async function sendFile(
  request: Request,
  file: FileContent,
  given: Fetch | undefined,
  onProgress: OnProgress | undefined,
): Promise<Response> {
  const send = given ?? fetch;
  const { content } = file;
  const isStream = content instanceof ReadableStream;
  if (isNode() && (isStream || onProgress)) return send(multipartRequest(request, file, onProgress));
  const form = formOf(file, isStream ? await new Response(content).blob() : content);
  if (onProgress && !given && typeof XMLHttpRequest === "function")
    return xhrFetch(request, form, file.size, onProgress);
  const response = await send(new Request(request, { body: form }));
  onProgress?.({ sentBytes: file.size, totalBytes: file.size });
  return response;
}

function formOf({ method, fileName }: FileContent, content: Blob): FormData {
  const form = new FormData();
  // First, so that a service reading the body as it arrives knows the method before the file.
  if (method) form.append("method", method);
  form.append("file", content, fileName);
  return form;
}

/**
 * Whether a stream is sent with the `Content-Length` it is given. Other runtimes imitate `process`, but say who they are;
 * Node 20 has no `navigator`.
 */
function isNode(): boolean {
  const { navigator, process } = globalThis as {
    navigator?: { userAgent?: string };
    process?: { versions?: { node?: string } };
  };
  return navigator?.userAgent?.startsWith("Node.js/") ?? process?.versions?.node !== undefined;
}
