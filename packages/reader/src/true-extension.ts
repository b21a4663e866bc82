import { mediaExtension } from "./formats/media/media-signature.ts";
import { partNames } from "./package/open-archive.ts";
import { isCompoundFile } from "./package/signatures.ts";

/**
 * The extension whose parser reads these bytes. A binary signature is trusted over the name: a `.doc` is often a DOCX.
 * Formats of text keep the name they came with, except under the names of the old binary Office formats, which programs
 * give to HTML, RTF and CSV.
 */
export async function trueExtension(bytes: Uint8Array, extension: string): Promise<string> {
  if (startsWith(bytes, "%PDF-")) return "pdf";
  if (isCompoundFile(bytes)) return (await compoundExtension(bytes)) ?? extension;
  if (startsWith(bytes, "PK\u0003\u0004")) return packageExtension(bytes) ?? extension;
  const media = mediaExtension(bytes);
  if (media !== undefined) return media;
  return ["doc", "xls", "ppt"].includes(extension) ? textExtension(bytes, extension) : extension;
}

const startsWith = (bytes: Uint8Array, signature: string): boolean =>
  [...signature].every((character, index) => bytes[index] === character.charCodeAt(0));

async function compoundExtension(bytes: Uint8Array): Promise<string | undefined> {
  // Loaded on first use, as parsers are, so that the start stays fast.
  const { openCompoundFile } = await import("./package/compound-file.ts");
  const container = openCompoundFile(bytes);
  if (container.stream("WordDocument")) return "doc";
  if (container.stream("Workbook") ?? container.stream("Book")) return "xls";
  return container.stream("PowerPoint Document") ? "ppt" : undefined;
}

function packageExtension(bytes: Uint8Array): string | undefined {
  const names = partNames(bytes);
  const main: [pattern: RegExp, extension: string][] = [
    [/^word\/\w+\.xml$/i, "docx"],
    [/^xl\/workbook\.\w+$/i, "xlsx"],
    [/^ppt\/presentation\.xml$/i, "pptx"],
  ];
  const found = main.find(([pattern]) => names.some((name) => pattern.test(name)));
  if (found) return found[1];
  return names.includes("content.xml") && names.includes("mimetype") ? "odt" : undefined;
}

const sampleBytes = 4_096;

function textExtension(bytes: Uint8Array, extension: string): string {
  const sample = Buffer.from(bytes.subarray(0, sampleBytes)).toString("latin1");
  const start = sample
    .replaceAll("\u0000", "")
    .replace(/^(?:\u00ff\u00fe|\u00fe\u00ff|\u00ef\u00bb\u00bf)?\s*/, "");
  if (start.startsWith("{\\rtf")) return "rtf";
  if (/^(?:mime-version:|(?:from|date|subject|message-id):[\s\S]{0,2000}\nmime-version:)/i.test(start))
    return "mhtml";
  if (/^(?:<!doctype html|<html|<head|<body|<meta|<table|<div|<style|<p\b)/i.test(start)) return "html";
  if (start.startsWith("<") && /urn:schemas-microsoft-com:office:spreadsheet/.test(start)) return "xls";
  if (start.startsWith("<") && /<html[\s>]/i.test(start)) return "html";
  // Control characters other than white space: some other binary form, which its own parser may know.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for
  if (start === "" || /[\u0000-\u0008\u000e-\u001f]/.test(start) || start.startsWith("<")) return extension;
  return extension === "xls" ? (start.includes("\t") ? "tsv" : "csv") : "txt";
}
