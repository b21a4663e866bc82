"use client";
import type { FlowDetail } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

import { flowOptions } from "./flow-management-options.ts";

/** Loads a flow with its draft: the graph, and the result of the latest simulation at each node. */
export const useFlow = (flowName: string): UseQueryResult<FlowDetail> =>
  useQuery(flowOptions(useDocuments().flow(flowName)));
