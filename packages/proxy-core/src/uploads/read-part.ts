import { malformed } from "./upload-errors.ts";

export type Part = {
  /** The headers to send: of the same length as those received. */
  headers: Uint8Array;
  /** Every name that the part gives its file. None when it is a field. */
  fileNames: string[];
};

const parameter = /;[ \t]*(name|filename|filename\*)=(?:"([^"]*)"|([^\s;"]+))[ \t]*/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a line may hold no other control character than a tab
const headerLine = /^[\w!#$%&'*+.^`|~-]+[ \t]*:[^\u0000-\u0008\u000a-\u001f\u007f]*$/;
const disposition =
  /^content-disposition:[ \t]*form-data((?:;[ \t]*(?:name|filename|filename\*)=(?:"[^"]*"|[^\s;"]+)[ \t]*)+)$/i;

/**
 * Reads the headers of a part, and gives a field that is withheld another name. Refuses what browsers and HTTP libraries
 * never send, and what another reader could understand differently.
 */
export function readPart(bytes: Uint8Array, isWithheld: (name: string) => boolean): Part {
  const text = latin1(bytes);
  const lines = text.split("\r\n");
  if (!lines.every((line) => headerLine.test(line))) throw malformed("a header of a part is not valid");
  const described = lines.filter((line) => /^content-disposition[ \t]*:/i.test(line));
  const [line = ""] = described;
  const [, parameters = ""] = disposition.exec(line) ?? [];
  // Some readers take a backslash before a quote for an escape.
  if (described.length !== 1 || parameters === "" || line.includes('\\"'))
    throw malformed("a part has no valid Content-Disposition");

  const values = new Map<string, string>();
  let renamed = text;
  for (const match of parameters.matchAll(parameter)) {
    const [whole, name = "", quoted, plain] = match;
    const key = name.toLowerCase();
    const value = quoted ?? plain ?? "";
    if (values.has(key)) throw malformed(`a part has two values of ${key}`);
    values.set(key, value);
    if (key !== "name") continue;
    if (/[\\%]/.test(value)) throw malformed("the name of a field is escaped");
    if (!isWithheld(value)) continue;
    const at = text.indexOf(line) + line.length - parameters.length + match.index + whole.indexOf("=") + 1;
    const from = quoted === undefined ? at : at + 1;
    renamed = text.slice(0, from) + "_".repeat(value.length) + text.slice(from + value.length);
  }
  return {
    headers: renamed === text ? bytes : Uint8Array.from(renamed, (character) => character.charCodeAt(0)),
    fileNames: ["filename", "filename*"].flatMap((key) => values.get(key) ?? []),
  };
}

/** One character for each byte, so that lengths stay. `TextDecoder` has no such encoding: its latin1 is windows-1252. */
function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
