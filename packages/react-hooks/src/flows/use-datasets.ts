"use client";
import type { DatasetNode } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { datasetsOptions } from "./flow-options.ts";

/** The dataset nodes of a flow: configuration, and what the latest simulation counted. */
export const useDatasets = (flowName: string): UseQueryResult<DatasetNode[]> =>
  useQuery(datasetsOptions(useDocuments().flow(flowName)));
