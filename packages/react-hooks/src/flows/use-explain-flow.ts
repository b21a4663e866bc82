"use client";
import type { Explanation } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

import { explainFlowOptions } from "./flow-management-options.ts";

/** Loads what the next simulation runs, why, and what that costs. Without a query: for that of the latest simulation. */
export const useExplainFlow = (flowName: string, query?: string): UseQueryResult<Explanation> =>
  useQuery(explainFlowOptions(useDocuments().flow(flowName), query));
