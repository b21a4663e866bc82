"use client";

import { reasonOf, useSources } from "@headwater/react-hooks";
import { useMemo, useRef, useState } from "react";
import { readySources } from "../scope/ready-sources.ts";
import type { AskedAddress } from "./asked-scope.ts";
import { Beside } from "./beside/beside.tsx";
import type { BesidePlace } from "./beside/beside-place.ts";
import { Composer } from "./composer.tsx";
import { useConversation } from "./conversation-provider.tsx";
import { ConversationList } from "./conversations/conversation-list.tsx";
import { QuestionIndex } from "./conversations/question-index.tsx";
import { useKeptConversation } from "./conversations/use-kept-conversation.ts";
import { newsOf } from "./news.ts";
import { Opening } from "./opening.tsx";
import { TurnView } from "./turn-view.tsx";
import { turnsOf } from "./turns.ts";
import { useAsking } from "./use-asking.ts";
import { useLastTurnInView } from "./use-last-turn-in-view.ts";

/** The conversation, the others in its margin, the field for the next question, and a cited page beside it. */
export function Conversation(asked: AskedAddress) {
  const sources = useSources();
  const [open, setOpen] = useState<{ turn: string; figure: number }>();
  const [place, setPlace] = useState<BesidePlace>();
  const besideOpener = useRef<HTMLElement>(null);
  const [isListOpen, setListOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { messages, status, stop, conversationId } = useConversation();
  const close = () => {
    setOpen(undefined);
    setPlace(undefined);
    setListOpen(false);
  };
  const asking = useAsking({ field, sources: sources.data, asked, onMove: close });
  const kept = useKeptConversation(close);
  const { form } = asking;
  const turns = useMemo(() => turnsOf(messages), [messages]);
  const isWriting = status === "submitted" || status === "streaming";
  const ready = useMemo(
    () => sources.data && readySources(sources.data, form.scope ?? []),
    [sources.data, form.scope],
  );
  useLastTurnInView(turns, isWriting);

  return (
    <div className={place ? "talk is-beside" : "talk"}>
      <div className="talking">
        <nav className="convline strip" aria-label="Conversation">
          <b className="clip" dir="auto">
            {turns[0]?.question.text ?? "A new conversation"}
          </b>
          <button
            type="button"
            className="link"
            aria-expanded={isListOpen}
            aria-controls="conversations"
            onClick={() => setListOpen(!isListOpen)}
          >
            All conversations
          </button>
        </nav>
        <main className="ask">
          <ConversationList
            currentId={conversationId}
            openingId={kept.isPending ? kept.variables : undefined}
            isOpen={isListOpen}
            questions={<QuestionIndex turns={turns} />}
            onOpen={(id) => kept.mutate(id)}
            onStartNew={asking.startNew}
          />
          <h1 className={turns.length > 0 ? "off" : "room"}>Ask</h1>
          {kept.error ? <p role="alert">{reasonOf(kept.error)}</p> : null}
          {turns.length === 0 ? (
            <Opening
              sources={ready}
              onAsk={({ question, fileId }) => asking.askSuggested(question, fileId)}
              onReopen={asking.goBack}
            />
          ) : null}
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
                onAskAgain={(everywhere = false) =>
                  asking.askAgain(turn, index === turns.length - 1, everywhere)
                }
                onBeside={(place) => {
                  besideOpener.current = document.activeElement as HTMLElement | null;
                  setPlace(place);
                }}
              />
            );
          })}
          <p className="off" role="status">
            {asking.hasAsked ? newsOf(turns.at(-1)?.answer) : ""}
          </p>
        </main>
        <Composer
          form={form}
          onForm={asking.setForm}
          schemaCheck={asking.schemaCheck}
          sources={ready}
          isFollowUp={turns.length > 0}
          isWriting={isWriting}
          onAsk={asking.askNow}
          field={field}
        />
      </div>
      {place ? (
        <Beside
          place={place}
          onPage={(page) => setPlace({ ...place, page })}
          onClose={() => {
            setPlace(undefined);
            besideOpener.current?.focus();
          }}
        />
      ) : null}
    </div>
  );
}
