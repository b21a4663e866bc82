"use client";
import type { ConversationDetail } from "@headwater/client";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { conversationOptions } from "./conversation-options.ts";

/**
 * Loads a conversation with its questions, answers and citations. Nothing is loaded while the id is undefined.
 *
 * @example const { data: conversation } = useConversation(conversationId);
 */
export const useConversation: QueryHook<[conversationId: string | undefined], ConversationDetail> = (
  conversationId: string | undefined,
  options?: object,
) => useLoaded(conversationOptions(useDocuments().sources, conversationId), options);

/** `useConversation` in the form that suspends. */
export const useSuspenseConversation: SuspenseHook<[conversationId: string], ConversationDetail> = (
  conversationId: string,
  options?: object,
) => useLoadedSuspending(conversationOptions(useDocuments().sources, conversationId), options);
