import { limits } from "@headwater/spec";

/**
 * The tags of a scope after one was ticked or unticked; none means all sources. Undefined when tags alone can't say it:
 * single sources are chosen already, or there are as many tags as a request may have.
 */
export function toggledTag(
  scope: readonly string[] | undefined,
  tags: readonly string[],
  tag: string,
): readonly string[] | undefined {
  if (tags.includes(tag)) return tags.filter((each) => each !== tag);
  if (tags.length === 0 && scope !== undefined) return undefined;
  return tags.length < limits.maxTags ? [...tags, tag] : undefined;
}

/** "tag invoices, 3 sources", "2 tags, 1,200 sources". `count` is undefined while the sources are loading. */
export function tagScopeWords(tags: readonly string[], count: number | undefined): string {
  const named = tags.length === 1 ? `tag ${tags[0]}` : `${tags.length} tags`;
  if (count === undefined) return named;
  return `${named}, ${count === 0 ? "no" : count.toLocaleString("en")} ${count <= 1 ? "source" : "sources"}`;
}
