/** For example "pages 17 and 18 could not be read". */
export function unreadPages(pages: readonly number[]): string {
  if (pages.length === 1) return `page ${pages[0]} could not be read`;
  if (pages.length > 8) return `${pages.length} pages could not be read`;
  return `pages ${pages.slice(0, -1).join(", ")} and ${pages.at(-1)} could not be read`;
}
