import { type SourcesClient, unwrap } from "@headwater/client";
import { skipToken } from "@tanstack/react-query";
import { loadOptions } from "../query/load-options.ts";
import { documentsKeys, type ListPage } from "../query-keys.ts";

/** The query of the list of conversations, the one with the latest question first. Without a page: all. */
export const conversationsOptions = (client: SourcesClient, page?: ListPage) =>
  loadOptions({
    queryKey: documentsKeys.conversations(client, page),
    queryFn: ({ signal }) => {
      const query = page ? { page: page.number, page_size: page.size } : {};
      return unwrap(client.GET("/conversations", { params: { query }, signal }));
    },
    retry: false,
  });

/** The query of one conversation with its turns. Nothing is loaded without an id. */
export const conversationOptions = (client: SourcesClient, conversationId: string | undefined) =>
  loadOptions({
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
