"use client";
import type { EntityGraph } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

import { entityGraphOptions } from "./flow-management-options.ts";

/** Loads the entities of a graph-rag node and how they occur together. It waits while the id is undefined. */
export const useEntityGraph = (
  flowName: string,
  nodeId: string | undefined,
  limit?: number,
): UseQueryResult<EntityGraph> => useQuery(entityGraphOptions(useDocuments().flow(flowName), nodeId, limit));
