"use client";
import type { RevisionDetail } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

import { revisionOptions } from "./flow-management-options.ts";

/** Loads a revision with the graph that it froze. It waits while the id is undefined. */
export const useRevision = (
  flowName: string,
  revisionId: string | undefined,
): UseQueryResult<RevisionDetail> => useQuery(revisionOptions(useDocuments().flow(flowName), revisionId));
