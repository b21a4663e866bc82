import type { FileId } from "../../kernel/ids.ts";

type OfFiles = { fileIds?: FileId[] | undefined };

/** A query whose file ids are one text, with a comma between two. */
export type WithPackedIds<Query extends OfFiles> = Omit<Query, "fileIds"> & { fileIds?: string };

/** For another thread: thousands of ids take milliseconds to get there one by one, and one text takes none. */
export const packFileIds = <Query extends OfFiles>({ fileIds, ...query }: Query): WithPackedIds<Query> => ({
  ...query,
  ...(fileIds && { fileIds: fileIds.join() }),
});

/** Undoes `packFileIds`. */
export const unpackFileIds = <Query extends OfFiles>({ fileIds, ...query }: WithPackedIds<Query>) => ({
  ...query,
  ...(fileIds !== undefined && { fileIds: fileIds === "" ? [] : fileIds.split(",") }),
});
