import type { SourcesClient } from "@headwater/client";

/** This is not awaited. If it fails, the service ends the answer after a minute, because no client reads it. */
export async function stopAnswer(client: SourcesClient, answerId: string): Promise<void> {
  await client.DELETE("/answers/{answer_id}", { params: { path: { answer_id: answerId } } }).catch(() => {});
}
