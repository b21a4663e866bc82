"use client";
import type { OutputOf, StandardSchemaV1 } from "@headwater/client";
import { QueryClientContext } from "@tanstack/react-query";
import { useContext, useEffect, useState, useSyncExternalStore } from "react";
import { useDocuments } from "../provider/use-documents.ts";
import { useLatest } from "../provider/use-latest.ts";
import { useOnGone } from "../provider/use-on-gone.ts";
import { documentsKeys } from "../query-keys.ts";
import type { Conversation } from "./ask-message.ts";
import type { ConversationState } from "./conversation-state.ts";
import {
  type ConversationActions,
  type ConversationOptions,
  createConversationStore,
} from "./conversation-store.ts";
import { requestAnswer } from "./request-answer.ts";
import { useOnPageLeave } from "./use-on-page-leave.ts";

/** All options except `initialConversation` are read when they are needed, so changes take effect. */
export type UseAskOptions<Schema extends StandardSchemaV1 | undefined = undefined> = ConversationOptions<
  OutputOf<Schema>
> & {
  /** A schema of zod or any other Standard Schema library. It requests, types and validates structured answers. */
  schema?: Schema;
  /** Show answers while they are written, if the service can stream. Default true. */
  stream?: boolean | undefined;
  /** The conversation at the start. A stored one takes precedence. */
  initialConversation?: Conversation<OutputOf<Schema>> | undefined;
};

export type UseAskResult<Output = unknown> = ConversationState<Output> & ConversationActions<Output>;

/**
 * A conversation about the sources, with the names of `useChat`. Its functions keep their identity.
 *
 * @example
 * const { messages, status, ask, stop } = useAsk({ fileIds, thinkingLevel: "balanced" });
 */
export function useAsk<Schema extends StandardSchemaV1 | undefined = undefined>(
  options: UseAskOptions<Schema> = {},
): UseAskResult<OutputOf<Schema>> {
  const { sources: client } = useDocuments();
  // The hook works without a QueryClientProvider, too. With one, lists of conversations follow.
  const queryClient = useContext(QueryClientContext);
  const latest = useLatest({ ...options, client, queryClient });
  const [store] = useState(() =>
    createConversationStore<OutputOf<Schema>>(
      {
        async *answer(question, conversationId, signal, news) {
          const { client, queryClient } = latest.current;
          const request = { ...latest.current, conversationId, signal, news };
          for await (const event of requestAnswer(question, request)) {
            yield event;
            if (event.type !== "answer") continue;
            const { conversation_id } = event.answer;
            void queryClient?.invalidateQueries({ queryKey: documentsKeys.conversations(client) });
            void queryClient?.invalidateQueries({
              queryKey: documentsKeys.conversation(client, conversation_id),
            });
          }
        },
        options: () => latest.current,
      },
      options.initialConversation,
    ),
  );
  useEffect(() => void store.restore(), [store]);
  useOnGone(store.breakOff);
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getInitialSnapshot);
  const isAnswering = state.status === "submitted" || state.status === "streaming";
  useOnPageLeave(isAnswering, { onMayLeave: store.expectBreakOff, onLeave: store.breakOff });
  return { ...state, ...store.actions };
}
