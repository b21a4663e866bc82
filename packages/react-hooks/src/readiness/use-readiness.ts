"use client";
import type { Readiness } from "@headwater/spec";
import { useDocuments } from "../provider/use-documents.ts";
import type { QueryHook, SuspenseHook } from "../query/query-hook-options.ts";
import { useLoaded, useLoadedSuspending } from "../query/use-loaded.ts";
import { readinessOptions } from "./readiness-options.ts";

/**
 * Loads what the service can do. Show a control only when its capability is there.
 *
 * @example const { data } = useReadiness(); const canExtract = data?.capabilities.includes("extract");
 */
export const useReadiness: QueryHook<[], Readiness> = (options?: object) =>
  useLoaded(readinessOptions(useDocuments().sources), options);

/** `useReadiness` in the form that suspends. */
export const useSuspenseReadiness: SuspenseHook<[], Readiness> = (options?: object) =>
  useLoadedSuspending(readinessOptions(useDocuments().sources), options);
