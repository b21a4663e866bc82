"use client";

import { reasonOf, useConversations } from "@headwater/react-hooks";
import { type ReactNode, useState } from "react";
import { conversationDays } from "./conversation-days.ts";
import { CurrentActions } from "./current-actions.tsx";

/** As many as the service gives at a time. */
const pageSize = 100;

type Properties = {
  /** The open conversation; undefined before its first answer. */
  currentId: string | undefined;
  /** The conversation that is being loaded. */
  openingId: string | undefined;
  isOpen: boolean;
  /** The questions of the open conversation. */
  questions: ReactNode;
  onOpen(conversationId: string): void;
  onStartNew(): void;
};

/** The conversations of the service, in the margin: found by name, under their days; what can be done is under the open one. */
export function ConversationList(properties: Properties) {
  const { currentId, openingId, isOpen, questions, onOpen, onStartNew } = properties;
  const [sought, setSought] = useState("");
  const { data, error } = useConversations({ number: 1, size: pageSize });
  const found = data?.items.filter(({ title }) =>
    (title ?? "").toLocaleLowerCase().includes(sought.trim().toLocaleLowerCase()),
  );
  const isNew = data && !data.items.some(({ conversation_id }) => conversation_id === currentId);
  return (
    <nav className={`index convs${isOpen ? " is-open" : ""}`} id="conversations" aria-label="Conversations">
      <div className="in">
        <p className="label">Conversations</p>
        {data && data.items.length > 1 ? (
          <input
            className="field"
            type="search"
            placeholder="Find"
            aria-label="Find in conversations"
            value={sought}
            onChange={({ target }) => setSought(target.value)}
          />
        ) : null}
        {isNew ? (
          <ol>
            <li>
              <span className="conv clamp" aria-current="true">
                A new conversation
              </span>
              {questions}
            </li>
          </ol>
        ) : null}
        {conversationDays(found ?? [], new Date()).map(({ name, items }) => (
          <section key={name} aria-label={name}>
            <p className="label day">{name}</p>
            <ol>
              {items.map((conversation) => {
                const { conversation_id: id, title } = conversation;
                const isCurrent = id === currentId;
                return (
                  <li key={id}>
                    <button
                      type="button"
                      className="conv clamp"
                      dir="auto"
                      aria-current={isCurrent ? "true" : undefined}
                      aria-busy={id === openingId}
                      onClick={() => onOpen(id)}
                    >
                      {title ?? "Without a question"}
                    </button>
                    {isCurrent ? (
                      <>
                        <CurrentActions conversation={conversation} onDeleted={onStartNew} />
                        {questions}
                      </>
                    ) : null}
                  </li>
                );
              })}
            </ol>
          </section>
        ))}
        {found?.length === 0 && sought !== "" ? <p className="hint">No conversation has this name.</p> : null}
        {data && data.total > data.items.length ? (
          <p className="hint">
            The latest {data.items.length} of {data.total} are shown.
          </p>
        ) : null}
        {error ? <p className="hint">{reasonOf(error)}</p> : null}
        <button type="button" className="link" onClick={onStartNew}>
          Start a new one
        </button>
      </div>
    </nav>
  );
}
