"use client";

import type { Source } from "@headwater/client";
import type { Conversation } from "@headwater/react-hooks";
import { useEffect, useState } from "react";
import { placeWords } from "../document/place-words.ts";
import { Link } from "../shell/link.tsx";
import { conversationBefore } from "./stored-conversations.ts";
import type { Suggestion } from "./suggestions.ts";
import { useSuggestions } from "./use-suggestions.ts";

type Properties = {
  /** Undefined while they load. */
  sources: readonly Source[] | undefined;
  onAsk(suggestion: Suggestion): void;
  /** Returns to the conversation that was left. */
  onReopen(conversation: Conversation): void;
};

/** Shown while there are no messages. */
export function Opening({ sources, onAsk, onReopen }: Properties) {
  const suggestions = useSuggestions(sources ?? []);
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
        {sources?.length === 0 ? (
          <>
            <Link href="/sources">Add a document</Link> and ask about it.
          </>
        ) : (
          "Every answer shows the words that it rests on, and their place."
        )}
      </p>
      {suggestions.length > 0 ? (
        <>
          <p className="label" id="suggestions">
            Your sources answer these
          </p>
          <ol className="asked" aria-labelledby="suggestions">
            {suggestions.map((suggestion) => (
              <li key={`${suggestion.fileId} ${suggestion.question}`}>
                <button type="button" onClick={() => onAsk(suggestion)}>
                  <span dir="auto">{suggestion.question}</span>
                  <span className="label clip">
                    <bdi>{suggestion.fileName}</bdi>
                    {pageWords(suggestion)}
                  </span>
                </button>
              </li>
            ))}
          </ol>
        </>
      ) : null}
      {before && before.messages.length > 0 ? (
        <button type="button" className="link" onClick={() => onReopen(before)}>
          Go back to the last conversation
        </button>
      ) : null}
    </div>
  );
}

function pageWords({ fileName, page }: Suggestion): string {
  const { short } = placeWords(fileName, page);
  return short ? `, ${short}` : "";
}
