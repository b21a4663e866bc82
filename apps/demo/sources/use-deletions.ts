"use client";

import type { Source } from "@headwater/client";
import { useDeleteSource } from "@headwater/react-hooks";
import { useState } from "react";

export type Deletions = {
  remove(source: Source): void;
  /** Why a source is still there although it was to be deleted, by file id. */
  failures: ReadonlyMap<string, Error>;
};

/**
 * Deletes sources, several at once if need be. Not in the line: that goes at once, and has to say so when it comes back;
 * nor by what the mutation remembers, which is the last one only.
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
