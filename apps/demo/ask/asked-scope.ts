import type { Source } from "@headwater/client";
import { takeHandedScope } from "../scope/handed-scope.ts";
import { idsTagged } from "../scope/ready-sources.ts";

/** What the address contains: the sources of the scope, and a prepared question. */
export type AskedAddress = {
  fileIds: readonly string[];
  question: string | undefined;
  /** In place of the ids: the sources that have at least one of these tags. */
  tags: readonly string[];
  /** In place of both: another room put the ids down for this one. */
  isHanded: boolean;
};

/**
 * The sources that an address means; none when its tags or what was put down hold none, which must not become all. Null
 * when it names no sources. Undefined while it is not known which have its tags.
 */
export function askedScope(
  { fileIds, tags, isHanded }: AskedAddress,
  sources: readonly Source[] | undefined,
  take = takeHandedScope,
): readonly string[] | null | undefined {
  if (fileIds.length > 0) return fileIds;
  if (tags.length > 0) return sources && idsTagged(sources, tags);
  return isHanded ? take() : null;
}
