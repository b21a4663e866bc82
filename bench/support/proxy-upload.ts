import { uploadBytes } from "./proxy-calls.ts";
import { streamUpload } from "./stream-upload.ts";

/** Uploads 100 MB to the sources surface at `baseUrl`. Returns the seconds it took. */
export async function uploadLarge(baseUrl: string): Promise<number> {
  const started = performance.now();
  const { status, body } = await streamUpload(
    { baseUrl, token: "token-of-the-browser" },
    "large.pdf",
    uploadBytes,
  );
  if (status !== 200) throw new Error(`${baseUrl} answered the upload ${status}: ${body}`);
  return (performance.now() - started) / 1000;
}
