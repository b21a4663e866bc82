"use client";

import { unwrap } from "@headwater/client";
import { useDocuments } from "@headwater/react-hooks";
import { useQuery } from "@tanstack/react-query";

const shownDays = 30;

/** What the project has used in the last 30 days, and its limits. */
export function useUsage() {
  const { sources: client } = useDocuments();
  return useQuery({
    queryKey: ["headwater-demo", "usage", client.baseUrl],
    queryFn: ({ signal }) => unwrap(client.GET("/usage", { params: { query: { days: shownDays } }, signal })),
  });
}

/** After how many days the project removes things. */
export function useRetention() {
  const { sources: client } = useDocuments();
  return useQuery({
    queryKey: ["headwater-demo", "retention", client.baseUrl],
    queryFn: ({ signal }) => unwrap(client.GET("/retention", { signal })),
  });
}
