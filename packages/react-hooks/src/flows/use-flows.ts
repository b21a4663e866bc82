"use client";
import type { FlowList } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { flowsOptions } from "./flow-options.ts";

/** Loads the flows of the project. */
export const useFlows = (): UseQueryResult<FlowList> => useQuery(flowsOptions(useDocuments().flowsRoot()));
