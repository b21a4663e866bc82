import type { Fetch } from "../client-options.ts";
import type { OnProgress } from "./counted.ts";
import type { FileContent } from "./file-content.ts";
import { fieldsOf } from "./form-fields.ts";
import { multipartRequest } from "./multipart-request.ts";
import { xhrFetch } from "./xhr-fetch.ts";

/**
 * Sends a file as a form. Streams, and files with a progress listener, need a known length. Node gets counted chunks,
 * browsers use XMLHttpRequest, and other runtimes send the whole file at once and report progress at the end.
 *
 * @param given the caller's own `fetch`. When it is set, XMLHttpRequest is not used, because it would bypass it.
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

function formOf(file: FileContent, content: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of fieldsOf(file)) form.append(name, value);
  form.append("file", content, file.fileName);
  return form;
}

/**
 * Whether this runtime sends a stream with the `Content-Length` that we set. Other runtimes imitate `process` but name
 * themselves in `navigator`. Node 20 has no `navigator`.
 */
function isNode(): boolean {
  const { navigator, process } = globalThis as {
    navigator?: { userAgent?: string };
    process?: { versions?: { node?: string } };
  };
  return navigator?.userAgent?.startsWith("Node.js/") ?? process?.versions?.node !== undefined;
}
