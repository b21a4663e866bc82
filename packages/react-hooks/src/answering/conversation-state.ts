import type { AnswerMessage, AskMessage, Conversation, QuestionMessage } from "./ask-message.ts";

export type AskStatus = "ready" | "submitted" | "streaming" | "error";

/** Pure data. Only the functions below change it. Each returns a new state, or the same one when nothing changes. */
export type ConversationState<Output = unknown> = Conversation<Output> & {
  /** `submitted`: asked, and nothing was received yet. `error`: the last question failed. */
  status: AskStatus;
  error: Error | undefined;
};

/**
 * A conversation that nobody is answering. An answer that was still being written when it was stored has broken off.
 */
export const openConversation = <Output>(
  conversation?: Conversation<Output> | undefined,
): ConversationState<Output> => ({
  conversationId: conversation?.conversationId,
  messages: conversation?.messages.map((each) => stopped(each, true)) ?? [],
  status: "ready",
  error: undefined,
});

/** Adds a question with an empty answer to the end of a conversation. */
export const askQuestion = <Output>(
  { conversationId, messages }: Conversation<Output>,
  question: QuestionMessage,
  answerId: string,
): ConversationState<Output> => ({
  conversationId,
  messages: [
    ...messages,
    question,
    {
      id: answerId,
      role: "assistant",
      text: "",
      citations: [],
      structuredOutput: undefined,
      status: "streaming",
      answer: undefined,
      error: undefined,
    },
  ],
  status: "submitted",
  error: undefined,
});

/** Changes an answer that is being written. An answer that was stopped, replaced or removed stays as it is. */
export function changeAnswer<Output>(
  state: ConversationState<Output>,
  answerId: string,
  change: (answer: AnswerMessage<Output>) => Partial<AnswerMessage<Output>>,
  progress: Partial<ConversationState>,
): ConversationState<Output> {
  const pending = state.messages.find(isPending);
  if (pending?.id !== answerId) return state;
  return {
    ...state,
    ...(progress as Partial<ConversationState<Output>>),
    messages: state.messages.map((each) => (each === pending ? { ...pending, ...change(pending) } : each)),
  };
}

export const stopAnswer = <Output>(
  state: ConversationState<Output>,
  brokenOff: boolean,
): ConversationState<Output> => ({
  ...state,
  messages: state.messages.map((each) => stopped(each, brokenOff)),
  status: "ready",
});

/** Replaces the messages. A running answer continues, and an error stays, while its message is still there. */
export function editMessages<Output>(
  state: ConversationState<Output>,
  edited: AskMessage<Output>[],
): ConversationState<Output> {
  const pending = state.messages.find(isPending);
  const messages = edited.map((each) => (each.id === pending?.id ? each : stopped(each)));
  const isMeant = state.status === "error" ? hasFailed : isPending;
  if (!state.messages.some(isMeant) || messages.some(isMeant)) return { ...state, messages };
  return { ...state, messages, status: "ready", error: undefined };
}

const isPending = <Output>(message: AskMessage<Output>): message is AnswerMessage<Output> =>
  message.role === "assistant" && message.status === "streaming";

const hasFailed = <Output>(message: AskMessage<Output>): boolean =>
  message.role === "assistant" && message.status === "error";

function stopped<Output>(message: AskMessage<Output>, brokenOff = false): AskMessage<Output> {
  if (!isPending(message)) return message;
  const { stage: _, ...rest } = message;
  return { ...rest, status: "stopped", ...(brokenOff && { brokenOff }) };
}
