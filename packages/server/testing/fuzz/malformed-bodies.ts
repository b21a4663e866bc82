export type MalformedBody = {
  name: string;
  body: string | Buffer;
  /** Default: multipart/form-data with the boundary `b`. */
  contentType?: string;
  /** Default: the body's own length. A greater length means that the connection ends early. */
  contentLength?: number;
};

const disposition = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
const part = (head: string, content = "text") => `--b\r\n${head}\r\n\r\n${content}\r\n`;
const whole = `${part(disposition)}--b--\r\n`;

/** Multipart bodies (RFC 7578, RFC 2046) whose claims are false or too large. */
export const malformedBodies: MalformedBody[] = [
  { name: "empty", body: "" },
  { name: "no boundary parameter", body: whole, contentType: "multipart/form-data" },
  { name: "empty boundary", body: whole, contentType: "multipart/form-data; boundary=" },
  { name: "another boundary", body: whole, contentType: "multipart/form-data; boundary=other" },
  {
    name: "a boundary of 10,000 characters",
    body: whole,
    contentType: `multipart/form-data; boundary=${"x".repeat(10_000)}`,
  },
  { name: "not multipart at all", body: '{"file": "a.txt"}' },
  { name: "JSON by its type", body: whole, contentType: "application/json" },
  { name: "multipart/mixed", body: whole, contentType: "multipart/mixed; boundary=b" },
  { name: "only the last boundary", body: "--b--\r\n" },
  { name: "no last boundary", body: part(disposition) },
  { name: "cut within the part's head", body: `--b\r\n${disposition.slice(0, 40)}` },
  { name: "cut within the boundary", body: `${part(disposition)}--` },
  { name: "shorter than Content-Length", body: part(disposition), contentLength: 100_000 },
  { name: "line feeds without carriage returns", body: whole.replaceAll("\r", "") },
  { name: "no empty line after the head", body: `--b\r\n${disposition}\r\n--b--\r\n` },
  { name: "no disposition", body: `${part("Content-Type: text/plain")}--b--\r\n` },
  { name: "no field name", body: `${part('Content-Disposition: form-data; filename="a.txt"')}--b--\r\n` },
  { name: "no file name", body: `${part('Content-Disposition: form-data; name="file"')}--b--\r\n` },
  {
    name: "empty file name",
    body: `${part('Content-Disposition: form-data; name="file"; filename=""')}--b--\r\n`,
  },
  {
    name: "a file name of dots",
    body: `${part('Content-Disposition: form-data; name="file"; filename="../../.."')}--b--\r\n`,
  },
  {
    name: "an unclosed quote",
    body: `${part('Content-Disposition: form-data; name="file; filename="a.txt')}--b--\r\n`,
  },
  {
    name: "no file, other fields",
    body: `${part('Content-Disposition: form-data; name="method"', "fast")}--b--\r\n`,
  },
  {
    name: "an unknown method",
    body: `${part('Content-Disposition: form-data; name="method"', "magic")}${whole}`,
  },
  { name: "two files", body: part(disposition) + whole },
  { name: "a thousand fields", body: part('Content-Disposition: form-data; name="x"').repeat(1_000) + whole },
  {
    name: "a field of 100 kB",
    body: part('Content-Disposition: form-data; name="method"', "x".repeat(100_000)) + whole,
  },
  { name: "a hundred headers", body: `${part(`${"X-Pad: y\r\n".repeat(100)}${disposition}`)}--b--\r\n` },
  { name: "a header of 200 kB", body: `${part(`X-Pad: ${"y".repeat(200_000)}\r\n${disposition}`)}--b--\r\n` },
  {
    name: "zero bytes in the head",
    body: `${part(disposition.replace("form-data", "form\0data"))}--b--\r\n`,
  },
  {
    name: "bytes that are no UTF-8 in the name",
    body: Buffer.from(whole.replace("a.txt", "\xff\xfe\x80.txt"), "latin1"),
  },
  {
    name: "nested multipart",
    body: `${part(`${disposition}\r\nContent-Type: multipart/mixed; boundary=c`, `--c\r\n\r\nx\r\n--c--`)}--b--\r\n`,
  },
  { name: "only hyphens", body: "-".repeat(50_000) },
  { name: "boundaries without end", body: "--b\r\n".repeat(20_000) },
  {
    name: "a large file of a type that is not served",
    body: `${part(disposition.replace("a.txt", "a.exe"), "x".repeat(3_000_000))}--b--\r\n`,
  },
];
