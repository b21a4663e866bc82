import { DocumentsProvider } from "@headwater/react-hooks";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";

const container = document.querySelector("#app");
if (!container) throw new Error("index.html has no #app");

createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <DocumentsProvider basePath="/api/documents">
        <App />
      </DocumentsProvider>
    </QueryClientProvider>
  </StrictMode>,
);
