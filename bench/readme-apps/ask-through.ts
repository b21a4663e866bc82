import { createSourcesClient, ingestFile, unwrap, waitForBuild } from "@headwater/client";

/** Uploads a document through an application's backend, with the cookie that the READMEs ask for, and asks about it. */
export async function askThrough(origin: string): Promise<void> {
  const client = createSourcesClient({
    baseUrl: `${origin}/api/documents`,
    headers: { cookie: "session=of-the-trial" },
  });
  const file = new File(["# Warranty\n\nThe warranty lasts two years from the purchase."], "warranty.md");
  const { build_id } = await ingestFile(client, { file });
  const { fileId } = await waitForBuild(client, build_id);
  const body = { question: "How long does the warranty last?", file_ids: [fileId] };
  const { answer } = await unwrap(client.POST("/ask-sources", { body }));
  if (!answer.includes("two years")) throw new Error(`The answer was: ${answer}`);
}
