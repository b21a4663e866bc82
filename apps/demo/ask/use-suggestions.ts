"use client";

import { type Source, type SourcesClient, unwrap } from "@headwater/client";
import { useDocuments } from "@headwater/react-hooks";
import { useQuery } from "@tanstack/react-query";
import { type Suggestion, suggestQuestions } from "./suggestions.ts";

/** Sources whose headings are read, the newest first. */
const sourcesRead = 4;
const headingsRead = 20;

/** Questions that the ready sources answer. None until their headings are there. */
export function useSuggestions(ready: readonly Source[]): Suggestion[] {
  const { sources: client } = useDocuments();
  const fileIds = ready.slice(0, sourcesRead).map(({ file_id }) => file_id);
  const { data: titles } = useQuery({
    queryKey: ["headwater-demo", "headings", fileIds],
    queryFn: async ({ signal }) => {
      const lists = fileIds.map(
        async (fileId) => [fileId, await readHeadings(client, fileId, signal)] as const,
      );
      return new Map(await Promise.all(lists));
    },
    enabled: fileIds.length > 0,
  });
  return titles ? suggestQuestions(ready, titles) : [];
}

async function readHeadings(client: SourcesClient, file_id: string, signal: AbortSignal) {
  const query = {
    file_id,
    type: "Title",
    suppress_img_base64: true,
    page: 1,
    page_size: headingsRead,
  } as const;
  return (await unwrap(client.GET("/get-elements", { params: { query }, signal }))).items;
}
