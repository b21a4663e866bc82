"use client";
import type { SmartRagNode } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { smartRagOptions } from "./flow-options.ts";

/** The smart-rag nodes of a flow: configuration, and what the latest simulation counted. */
export const useSmartRag = (flowName: string): UseQueryResult<SmartRagNode[]> =>
  useQuery(smartRagOptions(useDocuments().flow(flowName)));
