import { resumeAnswer, type SourcesClient, type StandardSchemaV1 } from "@headwater/client";
import type { QueryClient } from "@tanstack/react-query";
import { reloadSoon } from "../query/reload-soon.ts";
import { documentsKeys } from "../query-keys.ts";
import { type Audience, createAudience } from "../shared/audience.ts";
import type { Shared } from "../shared/shared-things.ts";
import { tell } from "../tell.ts";
import type { Conversation } from "./ask-message.ts";
import type { ConversationOptions } from "./conversation-dependencies.ts";
import { type ConversationStore, createConversationStore } from "./conversation-store.ts";
import { listenToPage } from "./listen-to-page.ts";
import { requestAnswer } from "./request-answer.ts";
import { stopAnswer } from "./stop-answer.ts";

/** What a component brings to the conversation that it uses. */
export type ConversationMember<Output = unknown> = ConversationOptions<Output> & {
  client: SourcesClient;
  /** Undefined without a `QueryClientProvider`. */
  queryClient: QueryClient | undefined;
  schema?: StandardSchemaV1 | undefined;
  stream?: boolean | undefined;
};

export type SharedConversation<Output = unknown> = Shared & {
  store: ConversationStore<Output>;
  audience: Audience<ConversationMember<Output>>;
};

/** A conversation that any number of components may use: at once, or one after the other. */
export function createSharedConversation<Output>(
  first: { readonly current: ConversationMember<Output> },
  initial: Conversation<Output> | undefined,
): SharedConversation<Output> {
  const audience = createAudience(first);
  /** Not every component that uses a conversation needs to know where it is stored. */
  let storage = first.current.storage;

  const reload = ({ client, queryClient }: ConversationMember<Output>, conversationId: string) => {
    if (!queryClient) return;
    reloadSoon(queryClient, { queryKey: documentsKeys.conversations(client) });
    void queryClient.invalidateQueries({ queryKey: documentsKeys.conversation(client, conversationId) });
  };

  const store = createConversationStore<Output>(
    {
      async *answer(question, conversationId, signal, news) {
        const member = audience.current();
        for await (const event of requestAnswer(question, { ...member, conversationId, signal, news })) {
          yield event;
          if (event.type === "answer") reload(member, event.answer.conversation_id);
        }
      },
      async *resume(question, place, signal, news) {
        const member = audience.current();
        const { client, schema } = member;
        const options = { schema, jsonSchema: question?.settings.outputSchema, signal, ...news };
        for await (const event of resumeAnswer(client, place, options)) {
          yield event;
          if (event.type === "answer") reload(member, event.answer.conversation_id);
        }
      },
      stopAtService: (answerId) => void stopAnswer(audience.current().client, answerId),
      options() {
        storage = audience.all().find((each) => each.storage)?.storage ?? storage;
        return {
          ...audience.current(),
          storage,
          onAnswer(answer, message) {
            for (const { onAnswer } of audience.all()) tell(() => onAnswer?.(answer, message));
          },
          onError(error) {
            for (const { onError } of audience.all()) tell(() => onError?.(error));
          },
        };
      },
    },
    initial,
  );

  const isAnswering = () => ["submitted", "streaming"].includes(store.getSnapshot().status);
  let stopListening: (() => void) | undefined;
  store.subscribe(() => {
    if (isAnswering() === (stopListening !== undefined)) return;
    stopListening?.();
    stopListening = isAnswering()
      ? listenToPage({
          onMayLeave: store.expectBreakOff,
          onLeave: (isKept) => store.leave(isKept || storage !== undefined),
          onReturn: store.comeBack,
        })
      : undefined;
  });

  return {
    store,
    audience,
    isNeeded: () => !audience.isEmpty() || isAnswering(),
    leave() {
      store.leave(storage !== undefined);
      stopListening?.();
      stopListening = undefined;
    },
  };
}
