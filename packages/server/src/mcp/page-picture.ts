import type { PageScreenshot } from "@headwater/spec";
import type { CallOperation, CallReply } from "./call-operation.ts";
import { textOf } from "./tool-result.ts";

export type PagePicture = { base64: string; mimeType: string };

/** One page as a picture, or the service's refusal. */
export async function readPagePicture(
  { fileId, pageNumber }: { fileId: string; pageNumber: string },
  call: CallOperation,
  signal: AbortSignal,
): Promise<PagePicture | CallReply> {
  const params = { file_id: fileId, page_number: pageNumber };
  const reply = await call({ operationId: "getPageScreenshot", params }, signal);
  if (reply.status !== 200) return reply;
  const { image_base64, mime_type } = JSON.parse(textOf(reply)) as PageScreenshot;
  return { base64: image_base64 ?? "", mimeType: mime_type ?? "image/png" };
}
