import { isSettledUpload, type Upload } from "./upload.ts";
import type { UploadQueue } from "./upload-queue.ts";

/** Resolves with the uploads when each of them has ended in any way. It never rejects. */
export function whenSettled(queue: UploadQueue, ids: readonly string[]): Promise<Upload[]> {
  return new Promise((resolve) => {
    const ended = new Map<string, Upload>();
    function look(): void {
      for (const upload of queue.uploads()) if (isSettledUpload(upload)) ended.set(upload.id, upload);
      if (!ids.every((id) => ended.has(id))) return;
      stopLooking();
      resolve(ids.map((id) => ended.get(id) as Upload));
    }
    const stopLooking = queue.subscribe(look);
    look();
  });
}
