"use client";
import type { ConversationPage } from "@headwater/client";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import type { ListPage } from "../query-keys.ts";
import { conversationsOptions } from "./conversation-options.ts";

/**
 * Loads the conversations, the one with the latest question first. They are reloaded when `useAsk` has an answer and when
 * one is renamed or deleted.
 *
 * @example const { data } = useConversations({ number: 1, size: 20 });
 */
export const useConversations: QueryHook<[page?: ListPage], ConversationPage> = (
  page?: ListPage,
  options?: object,
) => useLoaded(conversationsOptions(useDocuments().sources, page), options);

/** `useConversations` in the form that suspends. */
export const useSuspenseConversations: SuspenseHook<[page?: ListPage], ConversationPage> = (
  page?: ListPage,
  options?: object,
) => useLoadedSuspending(conversationsOptions(useDocuments().sources, page), options);
