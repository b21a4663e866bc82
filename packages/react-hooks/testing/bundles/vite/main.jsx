import { DocumentsProvider, useBuild } from "@headwater/react-hooks";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";

function Status() {
  const { phase } = useBuild("b1");
  return <p>{phase}</p>;
}

createRoot(document.body).render(
  <QueryClientProvider client={new QueryClient()}>
    <DocumentsProvider basePath="/api/documents">
      <Status />
    </DocumentsProvider>
  </QueryClientProvider>,
);
