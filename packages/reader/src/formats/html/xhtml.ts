const startLength = 4_096;

/** Whether a page says that it is XML: by its declaration, its document type, or the namespace of its root. */
export function saysXhtml(html: string): boolean {
  const start = html.slice(0, startLength).trimStart();
  return (
    start.startsWith("<?xml") ||
    /<!doctype\s[^>]*\bxhtml\b/i.test(start) ||
    /<html\s[^>]*\bxmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml["']/i.test(start)
  );
}

/** CDATA sections as plain text. HTML takes them for comments. */
export function withoutCdata(xml: string): string {
  let text = "";
  let from = 0;
  for (;;) {
    const start = xml.indexOf("<![CDATA[", from);
    const end = start === -1 ? -1 : xml.indexOf("]]>", start);
    if (end === -1) return text + xml.slice(from);
    const content = xml
      .slice(start + 9, end)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;");
    text += xml.slice(from, start) + content;
    from = end + 3;
  }
}
