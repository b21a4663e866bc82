"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { conversationKeys, hasConversation } from "./conversation-keys.ts";

/** What stands where the transcript will be. */
export function Opening({ hasSources, onReopen }: { hasSources: boolean; onReopen(): void }) {
  const [hasBefore, setHasBefore] = useState(false);
  useEffect(() => setHasBefore(hasConversation(conversationKeys.before)), []);
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
      {hasBefore ? (
        <button
          type="button"
          className="link"
          onClick={() => {
            localStorage.setItem(
              conversationKeys.current,
              localStorage.getItem(conversationKeys.before) ?? "",
            );
            onReopen();
          }}
        >
          Go back to the last conversation
        </button>
      ) : null}
    </div>
  );
}
