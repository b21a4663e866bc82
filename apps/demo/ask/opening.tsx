"use client";

import type { Conversation } from "@headwater/react-hooks";
import Link from "next/link";
import { useEffect, useState } from "react";
import { useService } from "../shell/service.ts";
import { limitWords } from "./answering-words.ts";
import { conversationBefore } from "./stored-conversations.ts";

type Properties = {
  hasSources: boolean;
  /** Returns to the conversation that was left. */
  onReopen(conversation: Conversation): void;
};

/** Shown while there are no messages. */
export function Opening({ hasSources, onReopen }: Properties) {
  const words = limitWords(useService().readiness?.answering);
  const [before, setBefore] = useState<Conversation>();
  useEffect(() => {
    // Without browser storage there is no conversation to return to.
    Promise.resolve()
      .then(conversationBefore.load)
      .then(setBefore, () => undefined);
  }, []);
  return (
    <div className="opening">
      <p className="lead">
        {hasSources ? (
          "Answers stand on passages of your sources; each figure opens the place it was taken from."
        ) : (
          <>
            <Link href="/sources">Add a document</Link> and ask about it.
          </>
        )}
      </p>
      {words ? <p className="limits">{words}</p> : null}
      {before && before.messages.length > 0 ? (
        <button type="button" className="link" onClick={() => onReopen(before)}>
          Go back to the last conversation
        </button>
      ) : null}
    </div>
  );
}
