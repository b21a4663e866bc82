"use client";

import { DocumentsProvider } from "@headwater/react-hooks";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ConversationProvider } from "../ask/conversation-provider.tsx";
import { documentsPath } from "./documents-path.ts";

const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // The service often runs on this machine, so send requests without a network too.
      queries: { networkMode: "always", retry: false, staleTime: 5_000 },
      mutations: { networkMode: "always", retry: false },
    },
  });

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <DocumentsProvider basePath={documentsPath}>
        <ConversationProvider>{children}</ConversationProvider>
      </DocumentsProvider>
    </QueryClientProvider>
  );
}
