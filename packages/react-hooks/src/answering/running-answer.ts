import type { Answer, AnswerEvent, AnswerPlace } from "@headwater/client";
import type { AnswerMessage } from "./ask-message.ts";
import type { AnswerNews } from "./conversation-dependencies.ts";
import type { ConversationState } from "./conversation-state.ts";
import { throttleText } from "./throttle-text.ts";

/** Asks the service, or continues to read an answer. An abort only hangs up. */
export type BeginAnswer = (signal: AbortSignal, news: AnswerNews) => AsyncIterable<AnswerEvent>;

type RunningAnswerOptions<Output> = {
  /** Changes the answer's message, and the conversation's progress. */
  change: (
    patch: (answer: AnswerMessage<Output>) => Partial<AnswerMessage<Output>>,
    progress: Partial<ConversationState>,
  ) => void;
  throttleMs: () => number;
  /** Called once, when the answer can be resumed. */
  onResumable: () => void;
  /** Where another page or component had come to. */
  resumedAt: AnswerPlace | undefined;
};

export type RunningAnswer = ReturnType<typeof createRunningAnswer>;

/** An answer that is being received: its text, status and citations go into its message as they come. */
export function createRunningAnswer<Output>({
  change,
  throttleMs,
  onResumable,
  resumedAt,
}: RunningAnswerOptions<Output>) {
  const controller = new AbortController();
  const { add, flush } = throttleText(
    (text) => change((before) => ({ text: before.text + text }), { status: "streaming" }),
    throttleMs,
  );
  const running = {
    /** Its name at the service, as soon as that is known. */
    servedAs: resumedAt?.answerId,
    /** Where it can be resumed. */
    place: resumedAt,
    /** Whether the page may be about to close, so that a failed request is not an error. */
    mayBreakOff: resumedAt !== undefined,
    /** Stops receiving. The service continues. */
    abort: () => controller.abort(),
    /** Shows the text that was received but not shown yet. */
    flush,
    /** Receives it to its end, in any way. */
    async receive(begin: BeginAnswer): Promise<{ answered?: Answer; error?: Error }> {
      let answered: Answer | undefined;
      try {
        for await (const event of begin(controller.signal, news)) {
          if (controller.signal.aborted) break;
          if (event.type === "delta") add(event.text);
          else answered = event.answer;
        }
      } catch (thrown) {
        return { error: thrown as Error };
      }
      return answered ? { answered } : {};
    },
  };
  const news: AnswerNews = {
    onStatus({ answer_id, stage }) {
      running.servedAs ??= answer_id;
      if (stage) change(() => ({ stage }), {});
    },
    onCitation: (citation) => change(({ citations }) => ({ citations: [...citations, citation] }), {}),
    onPlace(place) {
      const isFirst = running.place === undefined;
      running.place = place;
      if (isFirst) onResumable();
    },
  };
  return running;
}
