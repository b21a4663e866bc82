"use client";

import { conversationOptions, useDocuments } from "@headwater/react-hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { flushSync } from "react-dom";
import { useConversation } from "../conversation-provider.tsx";
import { openConversation } from "./open-conversation.ts";

/** Opens a conversation as the service keeps it, in the place of the current one. */
export function useKeptConversation(onOpened: () => void) {
  const { sources: client } = useDocuments();
  const queryClient = useQueryClient();
  const { open } = useConversation();
  return useMutation({
    mutationFn: (id: string) =>
      // What was asked elsewhere meanwhile has to be there.
      queryClient.fetchQuery({ ...conversationOptions(client, id), staleTime: 0 }),
    onSuccess: (kept) => {
      // What closes above the answers would move them after they were scrolled to.
      flushSync(onOpened);
      open(openConversation(kept));
    },
  });
}
