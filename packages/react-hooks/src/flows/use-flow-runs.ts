"use client";
import type { FlowRunPage } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import type { ListPage } from "../query-keys.ts";
import { flowRunsOptions } from "./flow-management-options.ts";

/** Loads the runs and simulations of a flow, the newest first. */
export const useFlowRuns = (flowName: string, page?: ListPage): UseQueryResult<FlowRunPage> =>
  useQuery(flowRunsOptions(useDocuments().flow(flowName), page));
