"use client";

import { useAbilities } from "../shell/abilities.ts";
import type { AskedAddress } from "./asked-scope.ts";
import { Conversation } from "./conversation.tsx";

export function AskRoom(asked: AskedAddress) {
  const { known, can } = useAbilities();
  if (known && !can("ask"))
    return (
      <main className="sheet">
        <h1 className="room">Ask</h1>
        <p className="lead">This service does not answer questions.</p>
      </main>
    );
  return <Conversation {...asked} />;
}
