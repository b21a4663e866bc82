import { createSourcesClient, ingestFile, unwrap, waitForBuild } from "../../packages/client/src/index.ts";

/** Uploads a document through an example's backend and asks about it, as its page does: without a token. */
export async function askThrough(origin: string) {
  const client = createSourcesClient({ baseUrl: `${origin}/api/documents` });
  const file = new File(
    ["# Warranty\n\nThe warranty for the pump lasts two years. Send it back with its invoice."],
    "warranty.md",
  );
  const { build_id } = await ingestFile(client, { file });
  const { fileId } = await waitForBuild(client, build_id);
  const body = { question: "How long does the warranty last?", file_ids: [fileId] };
  return unwrap(client.POST("/ask-sources", { body }));
}
