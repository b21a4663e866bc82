"use client";

import { isApiError, type Source, unwrap } from "@headwater/client";
import { useDeleteSource, useDocuments } from "@headwater/react-hooks";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { nameOfSource } from "./kinds.ts";
import { useWorks } from "./several/works-provider.tsx";

export type Deletions = {
  remove(source: Source): void;
  removeAll(sources: readonly Source[]): void;
  /** Why a source could not be deleted, by file id. */
  failures: ReadonlyMap<string, Error>;
};

type Watch = {
  /** What is to be said when they are gone. */
  onDeleted(words: string): void;
  /** Before a source is deleted. */
  onRemove(source: Source): void;
};

/**
 * Deletes sources, many at once if necessary. The errors of single ones are kept here: a line disappears at once, and
 * must show its error when it comes back; the mutation remembers only the last error.
 */
export function useDeletions(watch: Watch): Deletions {
  const { mutateAsync } = useDeleteSource();
  const { sources: client } = useDocuments();
  const { works, start } = useWorks();
  const [failed, setFailed] = useState<ReadonlyMap<string, Error>>(new Map());
  const watching = useRef(watch);
  useEffect(() => {
    watching.current = watch;
  });

  const remove = useCallback(
    (source: Source) => {
      const { file_id } = source;
      setFailed((before) => new Map([...before].filter(([id]) => id !== file_id)));
      watching.current.onRemove(source);
      mutateAsync({ file_id }).then(
        () => watching.current.onDeleted(`${nameOfSource(source)} is deleted.`),
        (error: Error) => setFailed((before) => new Map([...before, [file_id, error]])),
      );
    },
    [mutateAsync],
  );
  const removeAll = useCallback(
    async (sources: readonly Source[]) => {
      const [only] = sources;
      if (only && sources.length === 1) return remove(only);
      const failures = await start("delete", sources, (source) => {
        watching.current.onRemove(source);
        return unwrap(client.DELETE("/delete", { body: { file_id: source.file_id } })).catch(
          (error: unknown) => {
            // Somebody else was faster: it is gone, as was wanted.
            if (!isApiError(error, 404)) throw error;
          },
        );
      });
      const gone = sources.length - failures.size;
      if (gone > 0) watching.current.onDeleted(`${gone.toLocaleString("en")} sources are deleted.`);
    },
    [client, remove, start],
  );
  const failures = useMemo(
    () =>
      new Map([...failed, ...works.flatMap((work) => (work.kind === "delete" ? [...work.failures] : []))]),
    [failed, works],
  );
  return { remove, removeAll: (sources) => void removeAll(sources), failures };
}
