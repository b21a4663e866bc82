"use client";

import { useAbilities } from "../shell/abilities.ts";
import { Conversation } from "./conversation.tsx";
import type { AskedAddress } from "./use-asked-address.ts";

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
