/** For example "pages 17 and 18 could not be read". */
export const unreadPages = (pages: readonly number[]): string => `${pagesInWords(pages)} could not be read`;

/** For example "page 4", "pages 17 and 18", "12 pages". */
export function pagesInWords(pages: readonly number[]): string {
  if (pages.length === 1) return `page ${pages[0]}`;
  if (pages.length > 8) return `${pages.length} pages`;
  return `pages ${pages.slice(0, -1).join(", ")} and ${pages.at(-1)}`;
}
