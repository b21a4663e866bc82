import type { Fetch } from "../client-options.ts";
import { FileUnreadableError } from "../errors/file-unreadable-error.ts";
import { counted, type OnProgress } from "./counted.ts";
import type { FileContent } from "./file-content.ts";
import type { NativeFile } from "./file-source.ts";
import { fieldsOf } from "./form-fields.ts";
import { multipartRequest } from "./multipart-request.ts";
import { xhrFetch } from "./xhr-fetch.ts";

export { fileContent } from "./file-content.ts";

/**
 * Sends a file as a form. Streams, and files with a progress listener, need a known length. Node gets counted chunks,
 * browsers use XMLHttpRequest, and other runtimes send the whole file at once and report progress at the end.
 *
 * @param given the caller's own `fetch`. When it is set, XMLHttpRequest is not used, because it would bypass it.
 * @throws {FileUnreadableError} when that is why it failed: browsers report a file that has changed as a lost connection
 */
export async function sendFile(
  request: Request,
  file: FileContent,
  given: Fetch | undefined,
  onProgress: OnProgress | undefined,
): Promise<Response> {
  // Look before sending: Node ends the process when a form holds a file that it cannot read.
  await assertReadable(file);
  try {
    return await sendContent(request, file, given, onProgress);
  } catch (cause) {
    if (!request.signal.aborted) await assertReadable(file);
    throw cause;
  }
}

async function sendContent(
  request: Request,
  { content, ...file }: FileContent,
  given: Fetch | undefined,
  onProgress: OnProgress | undefined,
): Promise<Response> {
  const send = given ?? fetch;
  if (!("uri" in content) && isNode() && (!(content instanceof Blob) || onProgress))
    return send(multipartRequest(request, { ...file, content }, onProgress));
  const whole = content instanceof Blob || "uri" in content ? content : await collected(content, file);
  const form = formOf(file, whole);
  // The XMLHttpRequest of happy-dom sends no length.
  const isHappyDom = /\bHappyDOM\//.test(globalThis.navigator?.userAgent);
  if (onProgress && !given && !isHappyDom && typeof XMLHttpRequest === "function")
    return xhrFetch(request, form, file.size, onProgress);
  const filled = new Request(request, { body: form });
  // A test environment may mix its own FormData with the Request of Node, which takes it for text.
  const isForeign = /^text\/plain/.test(filled.headers.get("content-type") ?? "");
  if (isForeign && whole instanceof Blob)
    return send(multipartRequest(request, { ...file, content: whole }, onProgress));
  const response = await send(filled);
  onProgress?.({ sentBytes: file.size, totalBytes: file.size });
  return response;
}

async function collected(
  stream: AsyncIterable<Uint8Array>,
  file: Omit<FileContent, "content">,
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of counted(stream, file, undefined)) chunks.push(chunk);
  return new Blob(chunks);
}

/** Reads one byte of the file. */
async function assertReadable({ content, fileName }: FileContent): Promise<void> {
  if (!(content instanceof Blob) || typeof content.arrayBuffer !== "function") return;
  try {
    await content.slice(0, 1).arrayBuffer();
  } catch (cause) {
    throw new FileUnreadableError(fileName, { cause });
  }
}

function formOf(file: Omit<FileContent, "content">, content: Blob | NativeFile): FormData {
  const form = new FormData();
  for (const [name, value] of fieldsOf(file)) form.append(name, value);
  // Only React Native takes an object. It reads the file itself.
  // happy-dom forgets the name beside a Blob.
  if (content instanceof Blob) form.append("file", named(content, file.fileName), file.fileName);
  else form.append("file", { ...content, name: file.fileName } as unknown as string);
  return form;
}

/** In Jest's jsdom the File is not a Blob of the FormData. */
const named = (content: Blob, name: string): Blob =>
  File.prototype instanceof Blob && !(content instanceof File)
    ? new File([content], name, { type: content.type })
    : content;

/**
 * Whether this runtime sends a stream with the `Content-Length` that we set. Other runtimes imitate `process` but name
 * themselves in `navigator`. Node 20 has no `navigator`.
 */
function isNode(): boolean {
  const { navigator, process } = globalThis as {
    navigator?: { userAgent?: string };
    process?: { versions?: { node?: string } };
  };
  // jsdom runs in Node, too.
  return /^Node\.js\/|\bjsdom\//.test(navigator?.userAgent ?? (process?.versions?.node ? "Node.js/" : ""));
}
