"use client";
import type { OutputOf, StandardSchemaV1 } from "@headwater/client";
import { QueryClientContext } from "@tanstack/react-query";
import { useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import { useDocuments } from "../provider/use-documents.ts";
import { useLatest } from "../provider/use-latest.ts";
import { useShared } from "../shared/use-shared.ts";
import type { Conversation } from "./ask-message.ts";
import type { ConversationActions } from "./conversation-actions.ts";
import type { ConversationOptions } from "./conversation-dependencies.ts";
import type { ConversationState } from "./conversation-state.ts";
import { type ConversationMember, createSharedConversation } from "./shared-conversation.ts";

/** All options except `initialConversation` are read when they are needed, so changes take effect. */
export type UseAskOptions<Schema extends StandardSchemaV1 | undefined = undefined> = ConversationOptions<
  OutputOf<Schema>
> & {
  /**
   * The name of the conversation on this page. All components with this name share it, and it continues while none of
   * them is there. Undefined: the conversation belongs to the component.
   */
  id?: string | undefined;
  /** A schema of zod or any other Standard Schema library. It requests, types and validates structured answers. */
  schema?: Schema;
  /** Show answers while they are written, if the service can stream. Default true. */
  stream?: boolean | undefined;
  /** The conversation at the start. A stored one takes precedence. */
  initialConversation?: Conversation<OutputOf<Schema>> | undefined;
};

/** What `useAsk` returns: the state of the conversation, and what can be done with it. */
export type UseAskResult<Output = unknown> = ConversationState<Output> & ConversationActions<Output>;

/**
 * A conversation about the sources, with the names of `useChat`. Its functions keep their identity. With an `id` it is
 * shared between components and survives navigation. With `storage` it survives a reload: an answer that was being
 * written is resumed, if the service can.
 *
 * @example
 * const { messages, status, ask, stop } = useAsk({ id: "support", fileIds, thinkingLevel: "balanced" });
 */
export function useAsk<Schema extends StandardSchemaV1 | undefined = undefined>(
  options: UseAskOptions<Schema> = {},
): UseAskResult<OutputOf<Schema>> {
  type Output = OutputOf<Schema>;
  const { sources: client } = useDocuments();
  // The hook works without a QueryClientProvider, too. With one, lists of conversations follow.
  const queryClient = useContext(QueryClientContext);
  const { id, initialConversation, ...settings } = options;
  const latest = useLatest<ConversationMember<Output>>({ ...settings, client, queryClient });
  const name = id === undefined ? undefined : `conversation ${client.baseUrl} ${id}`;
  const { store, audience } = useShared(name, () =>
    createSharedConversation<Output>(latest, initialConversation),
  );
  useEffect(() => {
    const leave = audience.join(latest);
    void store.restore();
    return leave;
  }, [store, audience, latest]);
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getInitialSnapshot);
  const actions = useMemo((): ConversationActions<Output> => {
    const { ask, regenerate, ...rest } = store.actions;
    // The options of the component that asks count, not those of another one with the same conversation.
    const led =
      <Call extends (...parameters: never[]) => unknown>(call: Call) =>
      (...parameters: Parameters<Call>) => {
        audience.lead(latest);
        return call(...parameters) as ReturnType<Call>;
      };
    return { ...rest, ask: led(ask), regenerate: led(regenerate) };
  }, [store, audience, latest]);
  return { ...state, ...actions };
}
