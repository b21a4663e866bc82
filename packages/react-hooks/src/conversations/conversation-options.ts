import type { SourcesClient } from "@headwater/client";
import { requestOptions } from "../query/load-options.ts";
import { documentsKeys, type ListPage } from "../query-keys.ts";

/** The query of the list of conversations, the one with the latest question first. Without a page: all. */
export const conversationsOptions = (client: SourcesClient, page?: ListPage) =>
  requestOptions(documentsKeys.conversations(client, page), (signal) => {
    const query = page ? { page: page.number, page_size: page.size } : {};
    return client.GET("/conversations", { params: { query }, signal });
  });

/** The query of one conversation with its turns. Nothing is loaded without an id. */
export const conversationOptions = (client: SourcesClient, conversationId: string | undefined) =>
  requestOptions(
    documentsKeys.conversation(client, conversationId),
    conversationId === undefined
      ? undefined
      : (signal) => {
          const params = { path: { conversation_id: conversationId } };
          return client.GET("/conversations/{conversation_id}", { params, signal });
        },
  );
