import { type SourcesClient, unwrap } from "@headwater/client";
import { queryOptions, skipToken } from "@tanstack/react-query";
import { documentsKeys, type ListPage } from "../query-keys.ts";

/** The query of the list of conversations, the one with the latest question first. Without a page: all. */
export const conversationsOptions = (client: SourcesClient, page?: ListPage) =>
  queryOptions({
    queryKey: documentsKeys.conversations(client, page),
    queryFn: ({ signal }) => {
      const query = page ? { page: page.number, page_size: page.size } : {};
      return unwrap(client.GET("/conversations", { params: { query }, signal }));
    },
    retry: false,
  });

/** The query of one conversation with its turns. Nothing is loaded without an id. */
export const conversationOptions = (client: SourcesClient, conversationId: string | undefined) =>
  queryOptions({
    queryKey: documentsKeys.conversation(client, conversationId),
    queryFn:
      conversationId === undefined
        ? skipToken
        : ({ signal }) =>
            unwrap(
              client.GET("/conversations/{conversation_id}", {
                params: { path: { conversation_id: conversationId } },
                signal,
              }),
            ),
    retry: false,
  });
