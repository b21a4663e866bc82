import { type Build, isSettled, type Source, type SourcesClient } from "@headwater/client";
import type { QueryClient } from "@tanstack/react-query";
import { reloadSoon } from "../query/reload-soon.ts";
import { documentsKeys } from "../query-keys.ts";
import type { BuildWatch } from "./build-watch.ts";

/**
 * When a build has ended since the last poll, reloads everything that it changed: the lists of sources, the file's
 * elements and pictures, and every retrieval. The query of the build calls it, so it runs once for any number of
 * components.
 */
export function reloadAfterBuild(
  queryClient: QueryClient,
  client: SourcesClient,
  previous: BuildWatch | undefined,
  build: Build,
): void {
  if (!isSettled(build) || (previous && isSettled(previous.build))) return;
  const fileId = build.file_id ?? undefined;
  reloadSoon(queryClient, {
    queryKey: documentsKeys.sources(client),
    // A build that had already ended at the first poll may be old, and the lists may contain its result already.
    predicate: ({ state }) => previous !== undefined || !showsEnd(state.data as Source[] | undefined, build),
  });
  reloadSoon(queryClient, {
    queryKey: documentsKeys.retrievals(client),
    predicate: ({ state }) => previous !== undefined || state.fetchStatus === "idle",
  });
  if (!fileId) return;
  for (const queryKey of [documentsKeys.elements(client, fileId), documentsKeys.screenshots(client, fileId)])
    void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: previous !== undefined });
}

/** Whether a list of sources already contains the result of a build. */
const showsEnd = (sources: Source[] | undefined, build: Build): boolean =>
  sources?.some(
    ({ file_id, build_id, status }) =>
      file_id === build.file_id &&
      (build_id ?? build.build_id) === build.build_id &&
      status !== "New" &&
      status !== "Processing",
  ) ?? false;
