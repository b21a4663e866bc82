// A server component. It loads data with the service's own client, and renders hooks and components of the package.
import { createSourcesClient } from "@headwater/client";
import { BuildProgress, sourcesOptions, withBaseUrl } from "@headwater/react-hooks";
import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { SourceList } from "./source-list.jsx";

const fetch = async () => Response.json([{ file_id: "f1", file_name: "warranty.pdf", status: "Completed" }]);

export default async function Page() {
  const service = createSourcesClient({
    baseUrl: "http://127.0.0.1:4000/sources",
    token: "service-token",
    fetch,
  });
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(sourcesOptions(withBaseUrl(service, "/api/documents")));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <SourceList />
      <BuildProgress />
    </HydrationBoundary>
  );
}
