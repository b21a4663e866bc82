import {
  type Answer,
  type AnswerEvent,
  type AnswerStatus,
  type Citation,
  isApiError,
} from "@headwater/client";
import { reasonOf } from "../reason-of.ts";
import { answerStopped } from "./answer-stopped.ts";
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
  /** Minimum time in milliseconds between two changes while an answer is written. Default 50. */
  throttleMs?: number | undefined;
  /** Stores the conversation beyond the life of the page, such as `localConversationStorage(key)`. */
  storage?: ConversationStorage | undefined;
  /**
   * Called with each answer that is done. If it or `onError` throws, the error goes to the console, and the
   * conversation continues.
   */
  onAnswer?: ((answer: Answer, message: AnswerMessage<Output>) => void) | undefined;
  /** Called when a question failed, and when the storage failed. */
  onError?: ((error: Error) => void) | undefined;
};

export type ConversationActions<Output = unknown> = {
  /**
   * Asks a question. An answer that is still being written is stopped. Resolves when the answer has ended in any way,
   * and never rejects: `status` and `error` tell the result. A question that is only white space is not asked.
   */
  ask(question: string, overrides?: AskSettings): Promise<void>;
  /** Ends the answer that is being written, here and at the service, and keeps its text so far. */
  stop(): void;
  /** Starts a new, empty conversation. Clears `storage` too. */
  reset(): void;
  /**
   * Opens another conversation instead of this one, for example one that was stored elsewhere. Replaces it in `storage`
   * too.
   */
  open(conversation: Conversation<Output>): void;
  /**
   * Asks the last question again, or the question of the given message. Its answer and all later messages are replaced.
   *
   * @throws {RangeError} (rejects) when there is no such question. A running answer then continues.
   */
  regenerate(messageId?: string, overrides?: AskSettings): Promise<void>;
  /**
   * Changes the messages on the page. What the service remembers under `conversationId` stays; use `reset` to leave
   * that behind.
   */
  setMessages(
    messages: AskMessage<Output>[] | ((messages: AskMessage<Output>[]) => AskMessage<Output>[]),
  ): void;
};

/** What a service tells while it answers, besides the text. */
export type AnswerNews = {
  onStatus(status: AnswerStatus): void;
  /** Called before the text that first refers to the citation. */
  onCitation(citation: Citation): void;
};

export type ConversationDependencies<Output = unknown> = {
  /** When the signal aborts with `answerStopped`, the service is told to stop, too. */
  answer(
    question: QuestionMessage,
    conversationId: string | undefined,
    signal: AbortSignal,
    news: AnswerNews,
  ): AsyncIterable<AnswerEvent>;
  /** Returns the current options. It is called each time they are needed. */
  options(): ConversationOptions<Output>;
  /** Returns an id that no other message of the conversation has. */
  newId?: () => string;
};

/**
 * Keeps a conversation and the answer that is being written, if any. Asking, receiving, stopping and editing change its
 * state (`subscribe`, `getSnapshot`). It does not depend on React.
 */
export function createConversationStore<Output>(
  { answer, options, newId = () => Math.random().toString(36).slice(2) }: ConversationDependencies<Output>,
  initial?: Conversation<Output> | undefined,
) {
  const listeners = new Set<() => void>();
  const initialState = openConversation(initial);
  let state = initialState;
  /** The answer that is being written. `flush` shows the text that was received but not shown yet. */
  let running: { abort(reason?: Error): void; flush(): void; mayBreakOff: boolean } | undefined;
  /** Whether the conversation has changed, so that a late load must not overwrite it. */
  let touched = false;
  /** Whether the conversation was replaced, so that a late load must not be added to it. */
  let replaced = initial !== undefined;
  /** Whether the stored conversation has been requested. */
  let restored = false;
  let storing = Promise.resolve();

  function show(next: ConversationState<Output>): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  /** Calls the application. An error of the application must not end the conversation. */
  function tell(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      console.error(error);
    }
  }
  const fail = (error: Error) => tell(() => options().onError?.(error));

  /** Runs the writes one after the other, in the order of the calls. */
  function store(write: (storage: ConversationStorage) => void | Promise<void>): void {
    touched = true;
    const { storage } = options();
    if (storage) storing = storing.then(() => write(storage)).catch(fail);
  }
  function save(): void {
    const { conversationId, messages } = state;
    store((storage) => storage.save({ conversationId, messages }));
  }

  function end(reason?: Error): void {
    running?.abort(reason);
    running = undefined;
  }
  function stopRunning(brokenOff: boolean): void {
    if (!running) return;
    running.flush();
    end(brokenOff ? undefined : answerStopped);
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
    const own = { abort: (reason?: Error) => controller.abort(reason), flush, mayBreakOff: false };
    running = own;
    show(askQuestion(before, question, answerId));
    save();
    const news: AnswerNews = {
      onStatus: ({ stage }) => stage && change(() => ({ stage }), {}),
      onCitation: (citation) => change(({ citations }) => ({ citations: [...citations, citation] }), {}),
    };
    let answered: Answer | undefined;
    let error: Error | undefined;
    try {
      for await (const event of answer(question, before.conversationId, controller.signal, news)) {
        if (running !== own) return;
        if (event.type === "delta") add(event.text);
        else answered = event.answer;
      }
    } catch (thrown) {
      error = thrown as Error;
    }
    if (running !== own) return;
    // Browsers abort the requests of a page that goes away. A failure of the service would be an ApiError.
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
      // If no earlier question was answered, the service remembers only what is being replaced: start a new
      // conversation there.
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
      // If no answer is running any more, its message was removed: abort its request.
      if (state.status === "ready") end(answerStopped);
      save();
    },
  };

  return {
    actions,
    getSnapshot: () => state,
    /** The first state: what a server renders, and what a browser shows before it has loaded anything. */
    getInitialSnapshot: () => initialState,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Ends the answer that is being written when its component or the page goes away. */
    breakOff,
    /** Call this when the page may be about to close: a failed request then counts as broken off, not as an error. */
    expectBreakOff(): void {
      if (running) running.mayBreakOff = true;
    },
    /**
     * Loads the stored conversation, once. Questions that were asked meanwhile follow it. A conversation that was
     * replaced meanwhile stays alone.
     */
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
  stage: undefined,
  answer,
});

const failedWith = (error: Error): Partial<AnswerMessage<never>> => ({
  status: "error",
  stage: undefined,
  error: { message: reasonOf(error), status: isApiError(error) ? error.status : undefined },
});
