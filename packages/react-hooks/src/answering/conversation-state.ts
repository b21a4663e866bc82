import type { AnswerMessage, AskMessage, Conversation, QuestionMessage } from "./ask-message.ts";

/** `submitted`: asked, and nothing was received yet. `error`: the last question failed. */
export type AskStatus = "ready" | "submitted" | "streaming" | "error";

/** Pure data. Only the functions below change it. Each returns a new state, or the same one when nothing changes. */
export type ConversationState<Output = unknown> = Conversation<Output> & {
  /** `submitted`: asked, and nothing was received yet. `error`: the last question failed. */
  status: AskStatus;
  error: Error | undefined;
};

/**
 * A conversation as it was left. An answer that was still being written can be resumed when its place is known.
 * Otherwise it has broken off.
 */
export function openConversation<Output>(
  conversation?: Conversation<Output> | undefined,
  mayResume = true,
): ConversationState<Output> {
  const last = conversation?.messages.at(-1);
  const resumed = mayResume && last && isBeingWritten(last) && last.resume ? last : undefined;
  return {
    conversationId: conversation?.conversationId,
    messages:
      conversation?.messages.map((each) => (each === resumed ? each : ended(each, undefined, true))) ?? [],
    status: resumed ? (resumed.text ? "streaming" : "submitted") : "ready",
    error: undefined,
  };
}

/** Adds a question with an empty answer to the end of a conversation. */
export const askQuestion = <Output>(
  { conversationId, messages }: Conversation<Output>,
  question: QuestionMessage,
  answer: { id: string; createdAt: number },
): ConversationState<Output> => ({
  conversationId,
  messages: [
    ...messages,
    question,
    {
      ...answer,
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
  const pending = answerBeingWritten(state);
  if (pending?.id !== answerId) return state;
  return {
    ...state,
    ...(progress as Partial<ConversationState<Output>>),
    messages: state.messages.map((each) => (each === pending ? { ...pending, ...change(pending) } : each)),
  };
}

/** Ends the answer that is being written. `brokenOff`: no user stopped it. */
export const stopAnswer = <Output>(
  state: ConversationState<Output>,
  endedAt: number,
  brokenOff: boolean,
): ConversationState<Output> => ({
  ...state,
  messages: state.messages.map((each) => ended(each, endedAt, brokenOff)),
  status: "ready",
});

/** Replaces the messages. A running answer continues, and an error stays, while its message is still there. */
export function editMessages<Output>(
  state: ConversationState<Output>,
  edited: AskMessage<Output>[],
): ConversationState<Output> {
  const pending = answerBeingWritten(state);
  const messages = edited.map((each) => (each.id === pending?.id ? each : ended(each)));
  const isMeant = state.status === "error" ? hasFailed : isBeingWritten;
  if (!state.messages.some(isMeant) || messages.some(isMeant)) return { ...state, messages };
  return { ...state, messages, status: "ready", error: undefined };
}

/** Forgets the error of the conversation. The message that failed keeps its own. */
export const withoutError = <Output>(state: ConversationState<Output>): ConversationState<Output> =>
  state.status === "error" ? { ...state, status: "ready", error: undefined } : state;

/** The answer that is being written, if there is one. There is never more than one. */
export const answerBeingWritten = <Output>({
  messages,
}: Pick<Conversation<Output>, "messages">): AnswerMessage<Output> | undefined =>
  messages.find(isBeingWritten);

const isBeingWritten = <Output>(message: AskMessage<Output>): message is AnswerMessage<Output> =>
  message.role === "assistant" && message.status === "streaming";

const hasFailed = <Output>(message: AskMessage<Output>): boolean =>
  message.role === "assistant" && message.status === "error";

function ended<Output>(message: AskMessage<Output>, endedAt?: number, brokenOff = false): AskMessage<Output> {
  if (!isBeingWritten(message)) return message;
  const { stage: _, resume: __, ...rest } = message;
  return { ...rest, status: "stopped", ...(brokenOff && { brokenOff }), ...(endedAt && { endedAt }) };
}
