/** Whether `If-None-Match` names the tag: a list, `*`, and weak tags count (RFC 9110, 13.1.2). */
export function namesTag(ifNoneMatch: string | string[] | undefined, etag: string): boolean {
  const text = [ifNoneMatch ?? []].flat().join(",");
  if (text.trim() === "*") return true;
  const tags = text.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag.replace(/^W\//, "") === etag.replace(/^W\//, ""));
}
