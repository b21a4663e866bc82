/**
 * What the service says about a completed build, unless it only says that it is completed, and how many pages failed:
 * those are named beside it, with their numbers.
 */
export function buildNews(message: string | null | undefined): string {
  const text = (message ?? "").trim();
  return /^source processed successfully(?:, \d+ pages? could not be parsed)?\.?$/i.test(text) ? "" : text;
}
