"use client";
import type { FlowRunDetail } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

import { flowRunOptions } from "./flow-management-options.ts";

/** Loads what each node did in a run. It waits while the id is undefined. */
export const useFlowRun = (flowName: string, runId: string | undefined): UseQueryResult<FlowRunDetail> =>
  useQuery(flowRunOptions(useDocuments().flow(flowName), runId));
