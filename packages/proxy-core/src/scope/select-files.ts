import { limits, messages } from "@headwater/spec";
import { refuse } from "../errors.ts";
import { type BodyValues, textsOf } from "./read-body.ts";
import { isSameName } from "./same-name.ts";
import type { ScopedRequest } from "./scoped-request.ts";

const fileNotFound = () => refuse(404, messages.fileNotFound);

/**
 * Returns the ids of the files for a question, all of them visible. A name means every visible file with that name.
 * Without ids and names: every visible file that still exists, because a deleted file would make the whole question
 * fail.
 */
export async function selectFiles({ files, service }: ScopedRequest, body: BodyValues): Promise<string[]> {
  const ids = textsOf(body, "file_ids");
  const names = textsOf(body, "file_names");
  const selected = new Set(ids);
  if (selected.size > 0 && !(await files.cover([...selected]))) throw fileNotFound();
  if (names?.length || (!ids && !names)) {
    const sources = await service.sources(await files.all());
    for (const { file_id } of names ? [] : sources) selected.add(file_id);
    for (const name of new Set(names)) {
      const named = sources.filter((source) => isSameName(source.file_name, name));
      if (named.length === 0) throw fileNotFound();
      for (const { file_id } of named) selected.add(file_id);
    }
  }
  if (selected.size > limits.maxFileIds)
    throw refuse(400, `Invalid input: at most ${limits.maxFileIds} files at a time. Name fewer in file_ids`);
  return [...selected];
}

/** The body with the checked file ids and without names. */
export function withFiles(body: BodyValues, fileIds: string[]): BodyValues {
  const { file_names: _, ...rest } = body;
  return { ...rest, file_ids: fileIds };
}
