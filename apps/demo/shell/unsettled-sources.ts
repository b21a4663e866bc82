"use client";

import type { Source } from "@headwater/client";
import { sourcesOptions, useDocuments } from "@headwater/react-hooks";
import { useQuery } from "@tanstack/react-query";
import { useService } from "./service.ts";

/** Milliseconds between two looks: at what is being read, and while the service refuses the token. */
const pollMs = { reading: 3_000, refused: 8_000 };

const isUnsettled = ({ status }: Source): boolean => status === "New" || status === "Processing";

/** A service that knows no filter by state answers all of its sources. */
const onlyUnsettled = (sources: Source[]): Source[] => sources.filter(isUnsettled);

/**
 * The sources that wait or are being read, known in every room. It is also how the workbench learns whether the service
 * takes its token: readiness needs none.
 */
export function useUnsettledSources() {
  const { sources } = useDocuments();
  const { phase } = useService();
  return useQuery({
    ...sourcesOptions(sources, { status: ["New", "Processing"] }),
    enabled: phase === "ready",
    select: onlyUnsettled,
    // With data, however old, an error stays known while the query is sent again.
    initialData: [],
    initialDataUpdatedAt: 1,
    refetchInterval: ({ state }) => {
      if (state.status === "error") return pollMs.refused;
      return state.data?.some(isUnsettled) ? pollMs.reading : false;
    },
  });
}
