import { type AnswerPlace, isApiError } from "@headwater/client";
import { tell } from "../tell.ts";
import { doneWith, failedWith } from "./answer-ends.ts";
import type { AnswerMessage, Conversation, QuestionMessage } from "./ask-message.ts";
import type { ConversationActions } from "./conversation-actions.ts";
import type { ConversationDependencies } from "./conversation-dependencies.ts";
import {
  answerBeingWritten,
  askQuestion,
  type ConversationState,
  changeAnswer,
  editMessages,
  openConversation,
  stopAnswer,
  withoutError,
} from "./conversation-state.ts";
import { questionSettings } from "./question-settings.ts";
import { type BeginAnswer, createRunningAnswer, type RunningAnswer } from "./running-answer.ts";
import { createStoredCopy } from "./stored-copy.ts";

/** The words of the service for an answer that somebody stopped, here or on another page. */
const stoppedElsewhere = "The answer was stopped.";

export type ConversationStore<Output> = ReturnType<typeof createConversationStore<Output>>;

/**
 * Keeps a conversation and the answer that is being written, if any. Asking, receiving, stopping and editing change its
 * state (`subscribe`, `getSnapshot`). It does not depend on React.
 */
export function createConversationStore<Output>(
  {
    answer,
    resume,
    stopAtService,
    options,
    newId = () => Math.random().toString(36).slice(2),
    now = Date.now,
  }: ConversationDependencies<Output>,
  initial?: Conversation<Output> | undefined,
) {
  const listeners = new Set<() => void>();
  const initialState = openConversation(initial);
  let state = initialState;
  /** The answer that is being received. */
  let running: RunningAnswer | undefined;
  /** Whether the conversation was replaced, so that a late load must not be added to it. */
  let replaced = initial !== undefined;

  function show(next: ConversationState<Output>): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }
  const fail = (error: Error) => tell(() => options().onError?.(error));

  const copy = createStoredCopy(() => options().storage, fail);
  function save(): void {
    notePlace();
    const { conversationId, messages } = state;
    copy.save({ conversationId, messages });
  }

  /** The text and the place in the stream must belong together: a resumed answer continues exactly there. */
  function notePlace(): void {
    const pending = answerBeingWritten(state);
    if (!running?.place || !pending || pending.resume === running.place) return;
    running.flush();
    const { place } = running;
    show(changeAnswer(state, pending.id, () => ({ resume: place }), {}));
  }

  /** Stops receiving. The service continues. */
  function hangUp(): void {
    running?.abort();
    running = undefined;
  }
  function endAnswer(brokenOff: boolean): void {
    if (!answerBeingWritten(state)) return;
    running?.flush();
    hangUp();
    show(stopAnswer(state, now(), brokenOff));
    save();
  }
  const breakOff = () => endAnswer(true);
  function stop(): void {
    stopService();
    endAnswer(false);
  }
  function stopService(): void {
    const served = running?.servedAs ?? answerBeingWritten(state)?.resume?.answerId;
    if (served !== undefined) stopAtService?.(served);
  }

  async function run(question: QuestionMessage, before: Conversation<Output>): Promise<void> {
    const id = newId();
    const begin: BeginAnswer = (signal, news) => answer(question, before.conversationId, signal, news);
    await receive(id, begin, () => show(askQuestion(before, question, { id, createdAt: now() })));
  }

  /** Continues the answer that was being written when its page or component went away. */
  async function resumeAnswer(): Promise<void> {
    const pending = answerBeingWritten(state);
    if (running || !pending) return;
    const { id, resume: place } = pending;
    if (!place || !resume) return breakOff();
    const question = state.messages[state.messages.indexOf(pending) - 1];
    await receive(
      id,
      (signal, news) => resume(question?.role === "user" ? question : undefined, place, signal, news),
      undefined,
      place,
    );
  }

  /** Receives an answer to its end. `resumedAt`: where another page or component had come to. */
  async function receive(
    answerId: string,
    begin: BeginAnswer,
    prepare?: () => void,
    resumedAt?: AnswerPlace,
  ): Promise<void> {
    const change: Parameters<typeof createRunningAnswer<Output>>[0]["change"] = (patch, progress) =>
      show(changeAnswer(state, answerId, patch, progress));
    const own = createRunningAnswer<Output>({
      change,
      throttleMs: () => options().throttleMs ?? 50,
      // From now on another page can resume the answer.
      onResumable: () => running === own && save(),
      resumedAt,
    });
    running = own;
    prepare?.();
    save();
    const { answered, error } = await own.receive(begin);
    if (running !== own) return;
    // Browsers abort the requests of a page that goes away. A failure of the service would be an ApiError.
    if (error && own.mayBreakOff && !isApiError(error)) return breakOff();
    if (isApiError(error) && error.detail === stoppedElsewhere) return endAnswer(false);
    own.flush();
    running = undefined;
    const endedAt = now();
    if (answered)
      change(() => doneWith(answered, endedAt), {
        status: "ready",
        conversationId: answered.conversation_id,
      });
    if (error) change(() => failedWith(error, endedAt), { status: "error", error });
    save();
    const message = state.messages.find(({ id }) => id === answerId);
    if (error) fail(error);
    else if (answered) tell(() => options().onAnswer?.(answered, message as AnswerMessage<Output>));
  }

  const actions: ConversationActions<Output> = {
    async ask(text, overrides = {}) {
      if (!text.trim()) return;
      const settings = questionSettings(options(), overrides);
      stop();
      await run({ id: newId(), role: "user", text, settings, createdAt: now() }, state);
    },
    async regenerate(messageId, overrides = {}) {
      const { messages } = state;
      const named = messageId ? messages.findIndex(({ id }) => id === messageId) : messages.length;
      const index = messages.findLastIndex(({ role }, place) => role === "user" && place <= named);
      const question = messages[index];
      if (question?.role !== "user")
        throw new RangeError(`No question to ask again: ${messageId ?? "none asked"}.`);
      const settings = questionSettings(question.settings, overrides);
      stop();
      const { conversationId } = state;
      const before = state.messages.slice(0, index);
      // If no earlier question was answered, the service remembers only what is being replaced: start a new
      // conversation there.
      const remembered = before.some((each) => each.role === "assistant" && each.status === "done");
      await run(
        { ...question, settings },
        { messages: before, conversationId: remembered ? conversationId : undefined },
      );
    },
    stop,
    clearError: () => show(withoutError(state)),
    reset() {
      replaced = true;
      stop();
      show(openConversation());
      copy.clear();
    },
    open(conversation) {
      replaced = true;
      stop();
      show(openConversation(conversation));
      save();
      void resumeAnswer();
    },
    setMessages(messages) {
      replaced = true;
      notePlace();
      running?.flush();
      const next = editMessages(state, typeof messages === "function" ? messages(state.messages) : messages);
      // If no answer is running any more, its message was removed.
      if (next.status === "ready" && answerBeingWritten(state)) {
        stopService();
        hangUp();
      }
      show(next);
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
    /**
     * Call this when the page or the last component goes away. The answer that is being written waits to be resumed
     * if somebody may come back to it, and breaks off otherwise.
     */
    leave(mayComeBack: boolean): void {
      if (running && !(running.place && mayComeBack)) breakOff();
      if (!running) return;
      save();
      hangUp();
    },
    /** Call this when the page is shown again after `leave`. */
    comeBack: (): void => void resumeAnswer(),
    /** Call this when the page may be about to close: a failed request then counts as broken off, not as an error. */
    expectBreakOff(): void {
      if (running) running.mayBreakOff = true;
    },
    /**
     * Loads the stored conversation, once, and resumes its answer. Questions that were asked meanwhile follow it. A
     * conversation that was replaced meanwhile stays alone.
     */
    async restore(): Promise<void> {
      try {
        const loaded = await copy.load();
        if (!loaded) return;
        const conversation = loaded.stored as Conversation<Output> | undefined;
        if (conversation && !loaded.isTouched) show(openConversation(conversation));
        else if (conversation && !replaced) {
          const stored = openConversation(conversation, false);
          const conversationId = state.conversationId ?? stored.conversationId;
          show({ ...state, conversationId, messages: [...stored.messages, ...state.messages] });
          save();
        }
      } catch (error) {
        fail(error as Error);
      }
      void resumeAnswer();
    },
  };
}
