"use client";
import type { ConversationDetail } from "@headwater/client";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { conversationOptions } from "./conversation-options.ts";

/**
 * Loads a conversation with its questions, answers and citations. Nothing is loaded while the id is undefined.
 *
 * @example const { data: conversation } = useConversation(conversationId);
 */
export const useConversation = (conversationId: string | undefined): UseQueryResult<ConversationDetail> =>
  useQuery(conversationOptions(useDocuments().sources, conversationId));
