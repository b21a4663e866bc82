import type { Caller } from "../auth/authenticate.ts";
import type { FileId } from "../kernel/ids.ts";
import type { ServiceError } from "../kernel/service-error.ts";
import type { Rooms } from "./rooms.ts";

export type NamedFile = { file_id?: string; file_name?: string };

/**
 * The files that a body names: one by `file_id`, or every source with the deprecated `file_name`, newest first. The
 * room that uses an id checks whether it exists.
 */
export async function namedFiles(
  { findSourcesByName }: Pick<Rooms, "findSourcesByName">,
  caller: Caller,
  { file_id, file_name }: NamedFile,
  errors: { missing: () => ServiceError; unknown: () => ServiceError },
): Promise<[FileId, ...FileId[]]> {
  if (file_id !== undefined) return [file_id];
  if (file_name === undefined) throw errors.missing();
  const [newest, ...others] = (await findSourcesByName(caller.projectId, file_name)).reverse();
  if (!newest) throw errors.unknown();
  return [newest.fileId, ...others.map((source) => source.fileId)];
}
