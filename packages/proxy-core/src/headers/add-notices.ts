import { noticeHeader, noticeValue } from "@headwater/spec";

/** What was understood, together with what the service itself has to say of it. */
export function addNotices(headers: [string, string][], notices: readonly string[]): [string, string][] {
  if (notices.length === 0) return headers;
  const said = headers.filter(([name]) => name === noticeHeader).map(([, value]) => value);
  const others = headers.filter(([name]) => name !== noticeHeader);
  return [...others, [noticeHeader, noticeValue([...said, ...notices])]];
}
