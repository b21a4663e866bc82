"use client";

import { isApiError } from "@headwater/client";
import { documentsKeys, type UseAskResult, useAsk, useDocuments } from "@headwater/react-hooks";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { isUnreachable } from "../shell/trouble.ts";
import { currentConversation } from "./stored-conversations.ts";

const ConversationContext = createContext<UseAskResult | undefined>(undefined);

/** Keeps the conversation above all rooms, so that an answer continues while the user visits another room. */
export function ConversationProvider({ children }: { children: ReactNode }) {
  const { sources } = useDocuments();
  const queryClient = useQueryClient();
  const conversation = useAsk({
    storage: currentConversation,
    onError: (error) => {
      if (isUnreachable(error))
        void queryClient.refetchQueries({ queryKey: documentsKeys.readiness(sources) });
      // A source in the scope was deleted elsewhere. Ask again about the remaining ones.
      if (isApiError(error, 404))
        void queryClient.invalidateQueries({ queryKey: documentsKeys.sources(sources) });
    },
  });
  return <ConversationContext value={conversation}>{children}</ConversationContext>;
}

export function useConversation(): UseAskResult {
  const conversation = useContext(ConversationContext);
  if (!conversation) throw new Error("useConversation needs a ConversationProvider above it");
  return conversation;
}
