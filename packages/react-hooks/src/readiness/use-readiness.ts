"use client";
import { defineQuery, defineSuspenseQuery, ofSources } from "../query/define-query.ts";
import { readinessOptions } from "./readiness-options.ts";

/**
 * Loads what the service can do. Show a control only when its capability is there.
 *
 * @example const { data } = useReadiness(); const canExtract = data?.capabilities.includes("extract");
 */
export const useReadiness = /* @__PURE__ */ defineQuery(ofSources, readinessOptions, 0);

/** `useReadiness` in the form that suspends. */
export const useSuspenseReadiness = /* @__PURE__ */ defineSuspenseQuery(ofSources, readinessOptions, 0);
