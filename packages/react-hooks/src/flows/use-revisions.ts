"use client";
import type { RevisionList } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

import { revisionsOptions } from "./flow-management-options.ts";

/** Loads the revisions of a flow, the newest first. */
export const useRevisions = (flowName: string): UseQueryResult<RevisionList> =>
  useQuery(revisionsOptions(useDocuments().flow(flowName)));
