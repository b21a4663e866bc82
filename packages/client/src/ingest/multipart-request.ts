import { randomId } from "../transport/random-id.ts";
import { chunksOf } from "./chunks-of.ts";
import { counted, type OnProgress } from "./counted.ts";
import type { FileContent } from "./file-content.ts";
import { fieldsOf } from "./form-fields.ts";

/** Escapes names in multipart bodies as browsers do (HTML, "multipart/form-data encoding algorithm"). */
const escapeName = (name: string) => name.replace(/\r\n|\r|\n/g, "%0D%0A").replace(/"/g, "%22");

/**
 * Makes a multipart request. It streams and counts the file, and sets `Content-Length`. Node sends that header with a
 * stream; browsers do not allow to set it.
 */
export function multipartRequest(
  request: Request,
  file: FileContent & { content: Blob | AsyncIterable<Uint8Array> },
  onProgress: OnProgress | undefined,
): Request {
  const { content } = file;
  const boundary = `----headwater-${randomId()}`;
  const fields = fieldsOf(file).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `Content-Disposition: form-data; name="file"; filename="${escapeName(file.fileName)}"`;
  const encoder = new TextEncoder();
  const head = encoder.encode(
    `${fields.join("")}--${boundary}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);

  async function* chunks() {
    yield head;
    yield* counted(content instanceof Blob ? chunksOf(content.stream()) : content, file, onProgress);
    yield tail;
  }
  const headers = new Headers(request.headers);
  headers.set("content-type", `multipart/form-data; boundary=${boundary}`);
  headers.set("content-length", String(head.byteLength + file.size + tail.byteLength));
  const init = {
    method: request.method,
    headers,
    body: streamOf(chunks()),
    signal: request.signal,
    duplex: "half",
  };
  return new Request(request.url, init);
}

const streamOf = (chunks: AsyncGenerator<Uint8Array, void, undefined>) =>
  new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return();
    },
  });
