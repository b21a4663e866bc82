import iconv from "iconv-lite";
import { ParseError } from "../../parse-error.ts";
import type { ParseContext, ParsedDocument, ParseInput } from "../../parser.ts";
import { parseHtml } from "../html/parse-html.ts";

/**
 * Parses a page in one file with its pictures (MHTML), the form in which wikis and Word save "documents" named .doc. Its
 * first part of HTML is read.
 */
export async function parseWebArchive(input: ParseInput, context: ParseContext): Promise<ParsedDocument> {
  const source = Buffer.from(input.bytes.buffer, input.bytes.byteOffset, input.bytes.length).toString(
    "latin1",
  );
  const part = partsOf(source).find(({ headers }) =>
    /^text\/html\b/i.test(headers.get("content-type") ?? ""),
  );
  if (!part) throw new ParseError("The web page in the file is missing. Save it again, or save it as .docx.");
  const bytes = decoded(part.body, part.headers.get("content-transfer-encoding") ?? "");
  const charset = /charset="?([\w-]+)/i.exec(part.headers.get("content-type") ?? "")?.[1];
  return parseHtml(
    { ...input, bytes: charset === undefined ? bytes : asUtf8(bytes, charset), extension: "html" },
    context,
  );
}

type Part = { headers: Map<string, string>; body: string };

function partsOf(source: string): Part[] {
  const whole = partOf(source);
  const boundary = /boundary="?([^"\s;]+)/i.exec(whole.headers.get("content-type") ?? "")?.[1];
  return boundary === undefined ? [whole] : whole.body.split(`--${boundary}`).slice(1).map(partOf);
}

/** Headers end at the first empty line. A line that begins with white space continues the one above. */
function partOf(source: string): Part {
  const text = source.replace(/^\r?\n/, "");
  const end = /\r?\n\r?\n/.exec(text);
  const head = text.slice(0, end?.index ?? text.length).replace(/\r?\n[ \t]+/g, " ");
  const lines = head.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name.toLowerCase(), value ?? ""]];
  });
  return { headers: new Map(lines), body: end ? text.slice(end.index + end[0].length) : "" };
}

function decoded(body: string, encoding: string): Uint8Array {
  if (/^base64$/i.test(encoding.trim())) return Buffer.from(body, "base64");
  if (!/^quoted-printable$/i.test(encoding.trim())) return Buffer.from(body, "latin1");
  const plain = body
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(plain, "latin1");
}

/** With a mark at its start, whatever the page itself says about its charset no longer counts. */
const asUtf8 = (bytes: Uint8Array, charset: string): Uint8Array =>
  iconv.encodingExists(charset)
    ? Buffer.from(`\ufeff${iconv.decode(Buffer.from(bytes), charset)}`, "utf8")
    : bytes;
