"use client";
import type { GraphRagNode } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { graphRagOptions } from "./flow-options.ts";

/** Loads the graph-rag nodes of a flow: their configuration, and the counts of the latest simulation. */
export const useGraphRag = (flowName: string): UseQueryResult<GraphRagNode[]> =>
  useQuery(graphRagOptions(useDocuments().flow(flowName)));
