"use client";
import { type SourcesClient, unwrap } from "@headwater/client";
import { changeHook, defineChange } from "../query/define-change.ts";
import { defineQuery, defineSuspenseQuery, ofSources } from "../query/define-query.ts";
import { reloadSoon } from "../query/reload-soon.ts";
import { documentsKeys } from "../query-keys.ts";
import { conversationOptions, conversationsOptions } from "./conversation-options.ts";

/**
 * Loads the conversations, the one with the latest question first. They are reloaded when `useAsk` has an answer and when
 * one is renamed or deleted.
 *
 * @example const { data } = useConversations({ number: 1, size: 20 });
 */
export const useConversations = /* @__PURE__ */ defineQuery(ofSources, conversationsOptions, 1);

/** `useConversations` in the form that suspends. */
export const useSuspenseConversations = /* @__PURE__ */ defineSuspenseQuery(
  ofSources,
  conversationsOptions,
  1,
);

/**
 * Loads a conversation with its questions, answers and citations. Nothing is loaded while the id is undefined.
 *
 * @example const { data: conversation } = useConversation(conversationId);
 */
export const useConversation = /* @__PURE__ */ defineQuery(ofSources, conversationOptions, 1);

/** `useConversation` in the form that suspends. */
export const useSuspenseConversation = /* @__PURE__ */ defineSuspenseQuery(ofSources, conversationOptions, 1);

/** The conversation and its new title. */
export type ConversationRename = { conversation_id: string; title: string };

/** The mutation of `useRenameConversation`. */
export const renameConversationOptions = /* @__PURE__ */ defineChange("rename-conversation", {
  send: (client: SourcesClient, { conversation_id, title }: ConversationRename) => {
    const params = { path: { conversation_id } };
    return unwrap(client.PATCH("/conversations/{conversation_id}", { params, body: { title } }));
  },
  done(queryClient, client, { conversation_id }) {
    reloadSoon(queryClient, { queryKey: documentsKeys.conversations(client) });
    void queryClient.invalidateQueries({ queryKey: documentsKeys.conversation(client, conversation_id) });
  },
});

/**
 * Gives a conversation a title of at most 200 characters. Lists of conversations are reloaded.
 *
 * @example const rename = useRenameConversation(); rename.mutate({ conversation_id, title: "Warranty" });
 */
export const useRenameConversation = /* @__PURE__ */ changeHook(ofSources, renameConversationOptions);

/** The mutation of `useDeleteConversation`. */
export const deleteConversationOptions = /* @__PURE__ */ defineChange("delete-conversation", {
  send: (client: SourcesClient, { conversation_id }: { conversation_id: string }) =>
    unwrap(client.DELETE("/conversations/{conversation_id}", { params: { path: { conversation_id } } })),
  done(queryClient, client, { conversation_id }) {
    queryClient.removeQueries({ queryKey: documentsKeys.conversation(client, conversation_id) });
    reloadSoon(queryClient, { queryKey: documentsKeys.conversations(client) });
  },
});

/**
 * Deletes a conversation with its questions and answers. This cannot be undone. Lists of conversations are reloaded.
 *
 * @example const deletion = useDeleteConversation(); deletion.mutate({ conversation_id });
 */
export const useDeleteConversation = /* @__PURE__ */ changeHook(ofSources, deleteConversationOptions);
