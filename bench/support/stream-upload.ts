import { once } from "node:events";
import { request } from "node:http";

const boundary = "headwater-bench-boundary";
const pieceBytes = 64 * 1024;

/** Uploads `size` bytes in pieces, as fast as the service reads them. Returns status and body. */
export async function streamUpload(
  { baseUrl, token }: { baseUrl: string; token: string },
  fileName: string,
  size: number,
): Promise<{ status: number; body: string }> {
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
      "Content-Type: application/octet-stream\r\n\r\n",
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const upload = request(`${baseUrl}/ingest-file`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": head.length + size + tail.length,
    },
  });
  const answered = once(upload, "response", { signal: AbortSignal.timeout(120_000) });
  const write = async (piece: Buffer) => {
    if (!upload.write(piece)) await Promise.race([once(upload, "drain"), answered]);
  };
  const piece = Buffer.alloc(pieceBytes, "%PDF no document, only bytes. ");
  await write(head);
  for (let sent = 0; sent < size; sent += pieceBytes)
    await write(piece.subarray(0, Math.min(pieceBytes, size - sent)));
  upload.end(tail);
  const [response] = await answered;
  let body = "";
  for await (const text of response.setEncoding("utf8")) body += text;
  return { status: response.statusCode, body };
}
