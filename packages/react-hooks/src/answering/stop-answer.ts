import type { SourcesClient } from "@headwater/client";

/** Nobody waits for this. If it fails, the service ends the answer itself after a minute, because nobody reads it. */
export async function stopAnswer(client: SourcesClient, answerId: string): Promise<void> {
  await client.DELETE("/answers/{answer_id}", { params: { path: { answer_id: answerId } } }).catch(() => {});
}
