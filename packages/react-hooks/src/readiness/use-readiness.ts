"use client";
import type { Readiness } from "@headwater/spec";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";
import { readinessOptions } from "./readiness-options.ts";

/**
 * Loads what the service can do. Show a control only when its capability is there.
 *
 * @example const { data } = useReadiness(); const canExtract = data?.capabilities.includes("extract");
 */
export const useReadiness = (): UseQueryResult<Readiness> =>
  useQuery(readinessOptions(useDocuments().sources));
