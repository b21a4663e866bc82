"use client";

import { type AskSettings, type Conversation as LeftConversation, useSources } from "@headwater/react-hooks";
import { useMemo, useRef, useState } from "react";
import { checkSchema } from "../extract/check-schema.ts";
import { presentScope } from "../scope/present-scope.ts";
import { readySources } from "../scope/ready-sources.ts";
import { useService } from "../shell/service.ts";
import { thinkingLevels, thinkingOf } from "../shell/thinking.ts";
import { useStored } from "../stored/use-stored.ts";
import { useTypedAhead } from "../stored/use-typed-ahead.ts";
import { askForm, firstAskForm } from "./ask-settings.ts";
import { Composer } from "./composer.tsx";
import { ConversationIndex } from "./conversation-index.tsx";
import { useConversation } from "./conversation-provider.tsx";
import { joinDrafts } from "./draft.ts";
import { newsOf } from "./news.ts";
import { Opening } from "./opening.tsx";
import { conversationBefore } from "./stored-conversations.ts";
import { TurnView } from "./turn-view.tsx";
import { type Turn, turnsOf } from "./turns.ts";
import { type AskedAddress, useAskedAddress } from "./use-asked-address.ts";
import { useLastTurnInView } from "./use-last-turn-in-view.ts";

/** The conversation, its index and the field for the next question. */
export function Conversation({ fileIds, question }: AskedAddress) {
  const sources = useSources();
  const [form, setForm, formIsRead] = useStored("headwater-ask", askForm, firstAskForm);
  const [open, setOpen] = useState<{ turn: string; figure: number }>();
  // Do not announce again what was said before the page was opened.
  const [hasAsked, setHasAsked] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const schemaCheck = useMemo(() => checkSchema(form.schema), [form.schema]);
  const conversation = useConversation();
  const { messages, status, ask, stop, reset, regenerate, conversationId } = conversation;
  const answering = useService().readiness?.answering;
  const turns = useMemo(() => turnsOf(messages), [messages]);
  const isWriting = status === "submitted" || status === "streaming";
  const ready = useMemo(
    () => sources.data && readySources(sources.data, form.scope ?? []),
    [sources.data, form.scope],
  );
  const addToDraft = (text: string) => setForm(({ draft }) => ({ draft: joinDrafts(draft, text) }));
  useTypedAhead(field, formIsRead, addToDraft);
  useAskedAddress({ fileIds, question }, formIsRead, ({ question = "", ...asked }) => {
    setForm(asked);
    addToDraft(question);
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
    void ask(text, {
      thinkingLevel: thinkingOf(form.thinking, thinkingLevels(answering)),
      fileIds: presentScope(form.scope ?? undefined, sources.data),
      outputSchema: form.asValues && schemaCheck.valid ? schemaCheck.schema : undefined,
    });
  };
  const askAgain = ({ question }: Turn, isLast: boolean, everywhere: boolean) => {
    setHasAsked(true);
    setOpen(undefined);
    const { fileIds } = question.settings;
    const settings: AskSettings = {
      ...question.settings,
      fileIds: everywhere ? undefined : presentScope(fileIds, sources.data),
    };
    // Later messages stay: the earlier question is asked again at the end.
    void (isLast ? regenerate(question.id, settings) : ask(question.text, settings));
  };
  const startNew = () => {
    // Without browser storage there is no previous conversation to return to.
    Promise.resolve({ conversationId, messages })
      .then(conversationBefore.save)
      .catch(() => undefined);
    setOpen(undefined);
    reset();
    field.current?.focus();
  };
  const goBack = (left: LeftConversation) => {
    conversation.open(left);
    // The pressed button has disappeared.
    field.current?.focus();
  };

  return (
    <>
      <main className="ask">
        {turns.length > 0 ? <ConversationIndex turns={turns} onStartNew={startNew} /> : null}
        <h1 className={turns.length > 0 ? "off" : "room"}>Ask</h1>
        {turns.length === 0 ? <Opening hasSources={ready?.length !== 0} onReopen={goBack} /> : null}
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
