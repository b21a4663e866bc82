"use client";

import { DocumentsProvider } from "@headwater/react-hooks";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queryClient}>
      <DocumentsProvider basePath="/api/documents">{children}</DocumentsProvider>
    </QueryClientProvider>
  );
}
