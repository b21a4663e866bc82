import { noticeHeader, noticeValue } from "@headwater/spec";

/** Adds our notices to those that the service itself sent. */
export function addNotices(headers: [string, string][], notices: readonly string[]): [string, string][] {
  if (notices.length === 0) return headers;
  const said = headers.filter(([name]) => name === noticeHeader).map(([, value]) => value);
  const others = headers.filter(([name]) => name !== noticeHeader);
  return [...others, [noticeHeader, noticeValue([...said, ...notices])]];
}
