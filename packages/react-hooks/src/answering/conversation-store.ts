import { type Answer, type AnswerEvent, isApiError } from "@headwater/client";
import { reasonOf } from "../reason-of.ts";
import type { AnswerMessage, AskMessage, AskSettings, Conversation, QuestionMessage } from "./ask-message.ts";
import {
  askQuestion,
  type ConversationState,
  changeAnswer,
  editMessages,
  openConversation,
  stopAnswer,
} from "./conversation-state.ts";
import type { ConversationStorage } from "./conversation-storage.ts";
import { throttleText } from "./throttle-text.ts";

export type ConversationOptions<Output = unknown> = AskSettings & {
  /** Shortest time in milliseconds between two changes while an answer is written. Default 50. */
  throttleMs?: number | undefined;
  /** Where the conversation outlives the page, such as `localConversationStorage(key)`. */
  storage?: ConversationStorage | undefined;
  /** Told of each answer that is done. What it or `onError` throws goes to the console, and the conversation goes on. */
  onAnswer?: ((answer: Answer, message: AnswerMessage<Output>) => void) | undefined;
  /** Told of each question that failed, and of a storage that did. */
  onError?: ((error: Error) => void) | undefined;
};

export type ConversationActions<Output = unknown> = {
  /**
   * Asks a question; an answer still being written is stopped. Resolves when the answer has ended, in whichever way, and
   * does not reject: `status` and `error` say how. A question of white space only is not asked.
   */
  ask(question: string, overrides?: AskSettings): Promise<void>;
  /** Ends the answer being written and keeps what there is of it. */
  stop(): void;
  /** Starts a new, empty conversation, also in `storage`. */
  reset(): void;
  /** Leaves this conversation for another, one kept elsewhere for example, also in `storage`. */
  open(conversation: Conversation<Output>): void;
  /**
   * Asks the last question again, or that of the message named; its answer, and what came after, is replaced.
   *
   * @throws {RangeError} (rejects) when there is no such question; an answer being written then goes on.
   */
  regenerate(messageId?: string, overrides?: AskSettings): Promise<void>;
  /** Changes what is shown. What the service remembers under `conversationId` stays; `reset` leaves that behind. */
  setMessages(
    messages: AskMessage<Output>[] | ((messages: AskMessage<Output>[]) => AskMessage<Output>[]),
  ): void;
};

export type ConversationDependencies<Output = unknown> = {
  answer(
    question: QuestionMessage,
    conversationId: string | undefined,
    signal: AbortSignal,
  ): AsyncIterable<AnswerEvent>;
  /** Asked each time they are needed, so that what changed since counts. */
  options(): ConversationOptions<Output>;
  /** An id for a message; differs from all others of the conversation. */
  newId?: () => string;
};

/**
 * A conversation and the one answer that is being written, if any: a state that changes (`subscribe`, `getSnapshot`) by
 * what is asked, received, stopped and edited. Knows nothing of React.
 */
export function createConversationStore<Output>(
  { answer, options, newId = () => Math.random().toString(36).slice(2) }: ConversationDependencies<Output>,
  initial?: Conversation<Output> | undefined,
) {
  const listeners = new Set<() => void>();
  const initialState = openConversation(initial);
  let state = initialState;
  /** The answer being written. `flush` shows what has been received and not been shown. */
  let running: { abort(): void; flush(): void; mayBreakOff: boolean } | undefined;
  /** Whether there is something that a conversation loaded late must not replace … */
  let touched = false;
  /** … and whether that is all there should be. */
  let replaced = initial !== undefined;
  /** Whether the storage has been asked what it has. */
  let restored = false;
  let storing = Promise.resolve();

  function show(next: ConversationState<Output>): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  /** Tells the application, whose mistakes must not end the conversation. */
  function tell(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      console.error(error);
    }
  }
  const fail = (error: Error) => tell(() => options().onError?.(error));

  /** One after the other, in the order they were called for. */
  function store(write: (storage: ConversationStorage) => void | Promise<void>): void {
    touched = true;
    const { storage } = options();
    if (storage) storing = storing.then(() => write(storage)).catch(fail);
  }
  function save(): void {
    const { conversationId, messages } = state;
    store((storage) => storage.save({ conversationId, messages }));
  }

  function end(): void {
    running?.abort();
    running = undefined;
  }
  function stopRunning(brokenOff: boolean): void {
    if (!running) return;
    running.flush();
    end();
    show(stopAnswer(state, brokenOff));
    save();
  }
  const stop = () => stopRunning(false);
  const breakOff = () => stopRunning(true);

  async function run(question: QuestionMessage, before: Conversation<Output>): Promise<void> {
    const controller = new AbortController();
    const answerId = newId();
    const change = (
      patch: (answer: AnswerMessage<Output>) => Partial<AnswerMessage<Output>>,
      progress: Partial<ConversationState>,
    ) => show(changeAnswer(state, answerId, patch, progress));
    const { add, flush } = throttleText(
      (text) => change((before) => ({ text: before.text + text }), { status: "streaming" }),
      () => options().throttleMs ?? 50,
    );
    const own = { abort: () => controller.abort(), flush, mayBreakOff: false };
    running = own;
    show(askQuestion(before, question, answerId));
    save();
    let answered: Answer | undefined;
    let error: Error | undefined;
    try {
      for await (const event of answer(question, before.conversationId, controller.signal)) {
        if (running !== own) return;
        if (event.type === "delta") add(event.text);
        else answered = event.answer;
      }
    } catch (thrown) {
      error = thrown as Error;
    }
    if (running !== own) return;
    // Browsers end the requests of a page that goes away: then the service, had it failed, would have said so.
    if (error && own.mayBreakOff && !isApiError(error)) return breakOff();
    running = undefined;
    flush();
    if (answered)
      change(() => doneWith(answered), { status: "ready", conversationId: answered.conversation_id });
    if (error) change(() => failedWith(error), { status: "error", error });
    save();
    const message = state.messages.find(({ id }) => id === answerId);
    if (error) fail(error);
    else if (answered) tell(() => options().onAnswer?.(answered, message as AnswerMessage<Output>));
  }

  const actions: ConversationActions<Output> = {
    async ask(text, overrides) {
      if (!text.trim()) return;
      stop();
      const { fileIds, thinkingLevel, includeCitationImages, outputSchema } = options();
      const settings = { fileIds, thinkingLevel, includeCitationImages, outputSchema, ...overrides };
      await run({ id: newId(), role: "user", text, settings }, state);
    },
    async regenerate(messageId, overrides) {
      const { messages } = state;
      const named = messageId ? messages.findIndex(({ id }) => id === messageId) : messages.length;
      const index = messages.findLastIndex(({ role }, place) => role === "user" && place <= named);
      const question = messages[index];
      if (question?.role !== "user")
        throw new RangeError(`No question to ask again: ${messageId ?? "none asked"}.`);
      stop();
      const { conversationId } = state;
      const before = state.messages.slice(0, index);
      // When nothing before the question was answered, all the service remembers is what is being replaced.
      const remembered = before.some((each) => each.role === "assistant" && each.status === "done");
      await run(
        { ...question, settings: { ...question.settings, ...overrides } },
        { messages: before, conversationId: remembered ? conversationId : undefined },
      );
    },
    stop,
    reset() {
      replaced = true;
      stop();
      show(openConversation());
      store((storage) => storage.clear());
    },
    open(conversation) {
      replaced = true;
      stop();
      show(openConversation(conversation));
      save();
    },
    setMessages(messages) {
      replaced = true;
      running?.flush();
      show(editMessages(state, typeof messages === "function" ? messages(state.messages) : messages));
      // Then the message of a running answer is gone.
      if (state.status === "ready") end();
      save();
    },
  };

  return {
    actions,
    getSnapshot: () => state,
    /** As it was at first: what a server renders, and a browser before it has loaded anything. */
    getInitialSnapshot: () => initialState,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Ends the answer being written where nobody asked for that: its component, or the page, goes away. */
    breakOff,
    /** The page may be about to go: that the request of the answer being written fails means no more than that. */
    expectBreakOff(): void {
      if (running) running.mayBreakOff = true;
    },
    /** Opens the stored conversation, once. What has been asked by then comes after it; what has replaced it stays alone. */
    async restore(): Promise<void> {
      if (restored) return;
      restored = true;
      try {
        const conversation = (await options().storage?.load()) as Conversation<Output> | undefined;
        if (!conversation || (touched && replaced)) return;
        const stored = openConversation(conversation);
        if (!touched) return show(stored);
        const conversationId = state.conversationId ?? stored.conversationId;
        show({ ...state, conversationId, messages: [...stored.messages, ...state.messages] });
        save();
      } catch (error) {
        fail(error as Error);
      }
    },
  };
}

const doneWith = (answer: Answer): Partial<AnswerMessage<never>> => ({
  text: answer.answer,
  citations: answer.citations ?? [],
  structuredOutput: answer.structured_output as never,
  status: "done",
  answer,
});

const failedWith = (error: Error): Partial<AnswerMessage<never>> => ({
  status: "error",
  error: { message: reasonOf(error), status: isApiError(error) ? error.status : undefined },
});
