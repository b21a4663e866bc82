import { test } from "vitest";
import { retrieveOptions, sourcesOptions, useAsk, useExtract, useRetrieve, useSources } from "./index.ts";

// This package compiles with `exactOptionalPropertyTypes`, which tells a field that is left out from one that is
// undefined. Both are allowed and mean different things: all sources, and sources that are not known yet.
declare const fileIds: string[] | undefined;
declare const scope: Record<never, never> | { fileIds: string[] } | { fileIds: string[] | undefined };
declare const client: Parameters<typeof sourcesOptions>[0];

test("sources are all, some, none, or not known yet", () => {
  useAsk(scope);
  void useAsk().ask("?", scope);
  useSources(scope);
  sourcesOptions(client, scope);
  useAsk({ fileIds: undefined });
  useSources({ fileIds: undefined });
  useAsk({ fileIds: "all" });
  useRetrieve({ query: "?" });
  useRetrieve({ query: "?", file_ids: fileIds });
  useExtract().mutate({ user_instruction: "?", file_ids: fileIds });
});

test("null is not one of these", () => {
  // @ts-expect-error: leave it out for all
  useAsk({ fileIds: null });
  // @ts-expect-error
  void useAsk().ask("?", { fileIds: null });
  // @ts-expect-error
  void useAsk().regenerate("m", { fileIds: null });
  // @ts-expect-error
  useSources({ fileIds: null });
  // @ts-expect-error
  useRetrieve({ query: "?", file_ids: null });
  // @ts-expect-error
  retrieveOptions(client, { query: "?", file_ids: null });
  // @ts-expect-error
  useExtract().mutate({ user_instruction: "?", file_ids: null });
  // @ts-expect-error: the only word is "all"
  useAsk({ fileIds: "none" });
});
