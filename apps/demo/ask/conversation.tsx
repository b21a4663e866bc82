"use client";

import { localConversationStorage, useAsk, useSources } from "@headwater/react-hooks";
import { useMemo, useRef, useState } from "react";
import { checkSchema } from "../extract/check-schema.ts";
import { useKept } from "../kept/use-kept.ts";
import { useTypedAhead } from "../kept/use-typed-ahead.ts";
import { readySources } from "../scope/ready-sources.ts";
import { useService } from "../shell/service.ts";
import { isUnreachable } from "../shell/trouble.ts";
import { askForm, firstAskForm } from "./ask-settings.ts";
import { Composer } from "./composer.tsx";
import { ConversationIndex } from "./conversation-index.tsx";
import { conversationKeys } from "./conversation-keys.ts";
import { newsOf } from "./news.ts";
import { Opening } from "./opening.tsx";
import { TurnView } from "./turn-view.tsx";
import { type Turn, turnsOf } from "./turns.ts";
import { type AskedAddress, useAskedAddress } from "./use-asked-address.ts";
import { useLastTurnInView } from "./use-last-turn-in-view.ts";

type Properties = AskedAddress & {
  /** Opens the room anew, with what is stored by then. */
  onReopen(): void;
};

/** The transcript, its index and the field for the next question. */
export function Conversation({ fileIds, question, onReopen }: Properties) {
  const sources = useSources();
  const { tryNow } = useService();
  const [form, setForm, formIsRead] = useKept("headwater-ask", askForm, firstAskForm);
  const [storage] = useState(() => localConversationStorage(conversationKeys.current));
  const [before] = useState(() => localConversationStorage(conversationKeys.before));
  const [open, setOpen] = useState<{ turn: string; figure: number }>();
  // What was said before the page was opened is not said again.
  const [hasAsked, setHasAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const schemaCheck = useMemo(() => checkSchema(form.schema), [form.schema]);
  const { messages, status, ask, stop, reset, regenerate, conversationId } = useAsk({
    storage,
    thinkingLevel: form.thinking,
    fileIds: form.scope ?? undefined,
    outputSchema: form.asValues && schemaCheck.valid ? schemaCheck.schema : undefined,
    onError: (error) => {
      if (isUnreachable(error)) void tryNow();
    },
  });
  const turns = useMemo(() => turnsOf(messages), [messages]);
  const isWriting = status === "submitted" || status === "streaming";
  const ready = useMemo(
    () => sources.data && readySources(sources.data, form.scope ?? []),
    [sources.data, form.scope],
  );
  useTypedAhead(field, formIsRead, (draft) => setForm({ draft }));
  useAskedAddress({ fileIds, question }, formIsRead, (asked) => {
    setForm(asked);
    field.current?.focus();
  });
  useLastTurnInView(turns, isWriting);

  const askNow = () => {
    const text = form.draft.trim();
    if (text === "") return field.current?.focus();
    if (form.asValues && !schemaCheck.valid) return document.getElementById("answer-schema")?.focus();
    setForm({ draft: "" });
    setHasAsked(true);
    setOpen(undefined);
    void ask(text);
  };
  const askAgain = ({ question }: Turn, isLast: boolean, everywhere: boolean) => {
    setHasAsked(true);
    setOpen(undefined);
    const settings = everywhere ? { ...question.settings, fileIds: undefined } : question.settings;
    // What came after an earlier question stays: it is asked anew at the end.
    void (isLast ? regenerate(question.id, settings) : ask(question.text, settings));
  };
  const startNew = () => {
    // A browser that keeps nothing has no last one to go back to either.
    Promise.resolve({ conversationId, messages })
      .then(before.save)
      .catch(() => undefined);
    setOpen(undefined);
    reset();
    field.current?.focus();
  };

  return (
    <>
      <main className="ask">
        {turns.length > 0 ? <ConversationIndex turns={turns} onStartNew={startNew} /> : null}
        <h1 className={turns.length > 0 ? "off" : "room"}>Ask</h1>
        {turns.length === 0 ? <Opening hasSources={ready?.length !== 0} onReopen={onReopen} /> : null}
        {turns.map((turn, index) => {
          const { id } = turn.question;
          const openFigure = open?.turn === id ? open.figure : undefined;
          return (
            <TurnView
              key={id}
              turn={turn}
              openFigure={openFigure}
              onToggle={(figure) => setOpen(openFigure === figure ? undefined : { turn: id, figure })}
              onStop={stop}
              onAskAgain={(everywhere = false) => askAgain(turn, index === turns.length - 1, everywhere)}
            />
          );
        })}
        <p className="off" role="status">
          {hasAsked ? newsOf(turns.at(-1)?.answer) : ""}
        </p>
        {turns.length > 0 ? (
          <button type="button" className="link start-narrow" onClick={startNew}>
            Start a new conversation
          </button>
        ) : null}
      </main>
      <Composer
        form={form}
        onForm={setForm}
        schemaCheck={schemaCheck}
        sources={ready}
        isFollowUp={turns.length > 0}
        isWriting={isWriting}
        onAsk={askNow}
        field={field}
      />
    </>
  );
}
