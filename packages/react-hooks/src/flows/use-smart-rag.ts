"use client";
import type { SmartRagNode } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { smartRagOptions } from "./flow-options.ts";

/** Loads the smart-rag nodes of a flow: their configuration, and the counts of the latest simulation. */
export const useSmartRag = (flowName: string): UseQueryResult<SmartRagNode[]> =>
  useQuery(smartRagOptions(useDocuments().flow(flowName)));
