"use client";
import type { GraphRagNode } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { graphRagOptions } from "./flow-options.ts";

/** The graph-rag nodes of a flow: configuration, and what the latest simulation counted. */
export const useGraphRag = (flowName: string): UseQueryResult<GraphRagNode[]> =>
  useQuery(graphRagOptions(useDocuments().flow(flowName)));
