"use client";

import type { Source } from "@headwater/client";
import { useDeleteSource } from "@headwater/react-hooks";
import { useState } from "react";

export type Deletions = {
  remove(source: Source): void;
  /** Why a source could not be deleted, by file id. */
  failures: ReadonlyMap<string, Error>;
};

/**
 * Deletes sources, several at once if necessary. The errors are kept here: a line disappears at once, and must show its
 * error when it comes back; the mutation remembers only the last error.
 */
export function useDeletions(onDeleted: (source: Source) => void): Deletions {
  const { mutateAsync } = useDeleteSource();
  const [failures, setFailures] = useState<ReadonlyMap<string, Error>>(new Map());
  const note = (fileId: string, error?: Error) =>
    setFailures((before) => {
      const after = new Map(before);
      if (error) after.set(fileId, error);
      else after.delete(fileId);
      return after;
    });
  const remove = (source: Source) => {
    note(source.file_id);
    mutateAsync({ file_id: source.file_id }).then(
      () => onDeleted(source),
      (error: Error) => note(source.file_id, error),
    );
  };
  return { remove, failures };
}
