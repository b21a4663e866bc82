const minSegmentLength = 256 * 1024;
const maxSegmentLength = 1024 * 1024;

/**
 * Cuts a long document where no structure can span the cut: before a heading, or else after a blank line outside
 * fences. Parsing then holds one piece in memory at a time.
 */
export function* markdownSegments(text: string): Generator<string> {
  let start = 0;
  let fence: string | undefined;
  let afterBlank = false;
  for (let line = 0; line < text.length; ) {
    const end = text.indexOf("\n", line) === -1 ? text.length : text.indexOf("\n", line) + 1;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text.slice(line, Math.min(end, line + 40)))?.[1];
    const length = line - start;
    if (!fence && afterBlank && length >= minSegmentLength) {
      const heading = /^#{1,6}\s/.test(text.slice(line, line + 8));
      if (heading || (length >= maxSegmentLength && /^\S/.test(text[line] ?? ""))) {
        yield text.slice(start, line);
        start = line;
      }
    }
    if (!fence && end - line > maxSegmentLength) {
      // No structure spans such a line. It is cut at spaces, as a text file is.
      if (line > start) yield text.slice(start, line);
      for (let from = line; from < end; ) {
        const space = text.slice(from, from + maxSegmentLength).lastIndexOf(" ");
        const to = from + maxSegmentLength >= end ? end : from + (space > 0 ? space : maxSegmentLength);
        yield text.slice(from, to);
        from = to;
      }
      start = end;
    }
    if (mark) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
    afterBlank = text.slice(line, end).trim() === "";
    line = end;
  }
  if (start < text.length) yield text.slice(start);
}
