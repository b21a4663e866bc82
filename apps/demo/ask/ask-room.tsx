"use client";

import { useAbilities } from "../shell/abilities.ts";
import { NotOffered } from "../shell/not-offered.tsx";
import type { AskedAddress } from "./asked-scope.ts";
import { Conversation } from "./conversation.tsx";

export function AskRoom(asked: AskedAddress) {
  const { known, can } = useAbilities();
  if (known && !can("ask"))
    return <NotOffered room="Ask">This service does not answer questions.</NotOffered>;
  return <Conversation {...asked} />;
}
