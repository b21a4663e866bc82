const wordBefore = /[\p{L}\p{M}\p{N}]$/u;
const wordAfter = /^[\p{L}\p{M}\p{N}]/u;

/** Whether a text has these words as they are, whole ones. Only where lines break makes no difference. */
export function isWordForWord(words: string, text: string): boolean {
  const [sought, searched] = [inOneLine(words), inOneLine(text)];
  if (sought === "") return false;
  for (let at = searched.indexOf(sought); at >= 0; at = searched.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    // Two units: a letter may be a pair.
    if (
      !wordBefore.test(searched.slice(Math.max(0, at - 2), at)) &&
      !wordAfter.test(searched.slice(end, end + 2))
    )
      return true;
  }
  return false;
}

const inOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
