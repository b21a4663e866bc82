"use client";
import type { FlowDiff } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import type { FlowVersions } from "../query-keys.ts";
import { flowDiffOptions } from "./flow-management-options.ts";

/** Compares two versions of a flow: revisions, or `draft`. Default: the deployed revision with the draft. */
export const useFlowDiff = (flowName: string, versions?: FlowVersions): UseQueryResult<FlowDiff> =>
  useQuery(flowDiffOptions(useDocuments().flow(flowName), versions));
