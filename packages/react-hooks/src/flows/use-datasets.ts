"use client";
import type { DatasetNode } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { datasetsOptions } from "./flow-options.ts";

/** Loads the dataset nodes of a flow: their configuration, and the counts of the latest simulation. */
export const useDatasets = (flowName: string): UseQueryResult<DatasetNode[]> =>
  useQuery(datasetsOptions(useDocuments().flow(flowName)));
