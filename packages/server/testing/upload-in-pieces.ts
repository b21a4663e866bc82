import { once } from "node:events";
import { request } from "node:http";

export type PiecewiseUpload = {
  fileName: string;
  bytes: Uint8Array;
  /** Called after each piece with the share of the body (0..1) that was sent. */
  onSent?: (share: number) => void;
};

const pieces = 10;
const timeoutMs = 200_000;
const boundary = "headwater-test-boundary";

/** A multipart body with one file. */
export const multipartBody = (
  fileName: string,
  bytes: Uint8Array,
): { contentType: string; body: Buffer } => ({
  contentType: `multipart/form-data; boundary=${boundary}`,
  body: Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
});

/** Uploads a file piece by piece and returns its build id. Rejects when the service ends meanwhile. */
export async function uploadInPieces(
  { baseUrl }: { baseUrl: string },
  token: string,
  { fileName, bytes, onSent = () => {} }: PiecewiseUpload,
): Promise<string> {
  const { contentType, body } = multipartBody(fileName, bytes);
  const upload = request(`${baseUrl}/ingest-file`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": contentType, "content-length": body.length },
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answered = once(upload, "response");
  // The first caller that awaits it gets the failure. Before that, it must not end the process.
  answered.catch(() => {});
  const size = Math.ceil(body.length / pieces);
  for (let sent = 0; sent < body.length; sent += size) {
    const piece = body.subarray(sent, sent + size);
    const flushed = new Promise<void>((resolve, reject) =>
      upload.write(piece, (error) => (error ? reject(error) : resolve())),
    );
    await Promise.race([flushed, answered]);
    onSent(Math.min(1, (sent + size) / body.length));
  }
  upload.end();
  const [response] = await answered;
  let text = "";
  for await (const part of response.setEncoding("utf8")) text += part;
  if (response.statusCode !== 200) throw new Error(`The upload was answered ${response.statusCode}: ${text}`);
  return (JSON.parse(text) as { build_id: string }).build_id;
}
