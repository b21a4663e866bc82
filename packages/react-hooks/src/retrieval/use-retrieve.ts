"use client";
import { defineQuery, defineSuspenseQuery, ofSources } from "../query/define-query.ts";
import { retrieveOptions } from "./retrieve-options.ts";

/**
 * Loads the chunks nearest to a search text, best first. It waits while the request is undefined, its text is
 * blank, or its `file_ids` are given and undefined.
 *
 * @example const { data } = useRetrieve({ query: "warranty period", file_ids: [fileId] });
 */
export const useRetrieve = /* @__PURE__ */ defineQuery(ofSources, retrieveOptions, 1);

/** `useRetrieve` in the form that suspends. */
export const useSuspenseRetrieve = /* @__PURE__ */ defineSuspenseQuery(ofSources, retrieveOptions, 1);
