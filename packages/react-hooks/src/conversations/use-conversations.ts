"use client";
import type { ConversationPage } from "@headwater/client";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import type { ListPage } from "../query-keys.ts";
import { conversationsOptions } from "./conversation-options.ts";

/**
 * Loads the conversations, the one with the latest question first. They are reloaded when `useAsk` has an answer and when
 * one is renamed or deleted.
 *
 * @example const { data } = useConversations({ number: 1, size: 20 });
 */
export const useConversations = (page?: ListPage): UseQueryResult<ConversationPage> =>
  useQuery(conversationsOptions(useDocuments().sources, page));
