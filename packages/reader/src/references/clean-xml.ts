import { SaxesParser } from "saxes";
import { decodeText } from "../charset/charset.ts";
import { isForeignField } from "./field-codes.ts";
import { isMachineAddress, leavesPackage } from "./leaves-document.ts";
import { isSafePicture } from "./safe-picture.ts";
import {
  droppedElements,
  formulaElements,
  isForeignFormula,
  isForeignStyle,
  localName,
  ownAttributes,
} from "./xml-rules.ts";

/** Mistakes in the XML are passed over: what is written is well formed whatever was read. */
class TolerantParser extends SaxesParser {
  override fail(): this {
    return this;
  }
}

/** A field of Word whose instruction is being read: where its pieces are in the output. */
type Field = { pieces: number[]; text: string; isInstruction: boolean };

const maxDepth = 2_000;

/**
 * Writes XML anew without what leaves the document: addresses, scripts, field codes, links, document types and
 * processing instructions. All else, text and its order among it, stays.
 */
export function cleanXml(bytes: Uint8Array): Uint8Array {
  const output: string[] = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  const open: string[] = [];
  const fields: Field[] = [];
  let isSvg = false;
  /** How many elements deep we are in one that is dropped; 0 outside. */
  let dropped = 0;
  /** The text of the elements that are judged by all of their text. */
  let judged: { local: string; depth: number; from: number; text: string } | null = null;

  const endInstruction = () => {
    const field = fields.at(-1);
    if (!field?.isInstruction) return;
    field.isInstruction = false;
    if (isForeignField(field.text)) for (const piece of field.pieces) output[piece] = "";
  };

  const parser = new TolerantParser();
  parser.on("doctype", (doctype) => {
    // Drawing programs name their namespaces by entities. Values that hold others could grow without end.
    for (const [, name = "", value = ""] of doctype.matchAll(
      /<!ENTITY\s+([\w.-]+)\s+"([^"&%<]{0,300})"\s*>/g,
    ))
      parser.ENTITIES[name] = value;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const local = localName(name);
    const isOutward = isOutwardRelationship(local, attributes);
    const isLink = isOutward && /\/hyperlink$/.test(attributes.Type ?? "");
    if (dropped > 0 || droppedElements.has(local) || (isOutward && !isLink)) {
      dropped += 1;
      return;
    }
    // Text with a link looks like one: the link stays, and leads nowhere.
    if (isLink) attributes.Target = "#";
    if (!isName(name) || open.length > maxDepth) return void open.push("");
    isSvg ||= local === "svg";
    if (local === "fldchar") {
      const kind = Object.entries(attributes).find(([key]) => localName(key) === "fldchartype")?.[1];
      if (kind === "begin") fields.push({ pieces: [], text: "", isInstruction: true });
      if (kind === "separate" || kind === "end") endInstruction();
      if (kind === "end") fields.pop();
    }
    const own = ownAttributes(attributes, { isSvg }).filter(([key]) => isName(key));
    output.push(`<${name}${own.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join("")}>`);
    open.push(name);
    if (isJudged(local)) judged ??= { local, depth: open.length, from: output.length, text: "" };
  });
  parser.on("closetag", () => {
    if (dropped > 0) {
      dropped -= 1;
      return;
    }
    if (judged?.depth === open.length) {
      if (!mayStay(judged)) output.length = judged.from;
      judged = null;
    }
    const opened = open.pop();
    if (opened) output.push(`</${opened}>`);
  });
  const write = (text: string) => {
    if (dropped > 0 || open.length === 0) return;
    const local = localName(open.at(-1) ?? "");
    const field = fields.at(-1);
    if (local === "instrtext" || local === "delinstrtext") {
      if (!field?.isInstruction) return;
      field.pieces.push(output.length);
      field.text += text;
    }
    if (judged) judged.text += text;
    output.push(escapeText(text));
  };
  parser.on("text", write);
  parser.on("cdata", write);

  const text = decodeText(bytes, declaredEncoding(bytes)).text;
  for (let at = 0; at < text.length; at += 65_536) parser.write(text.slice(at, at + 65_536));
  parser.close();
  // An instruction that never ended can't be trusted.
  for (const { pieces } of fields) for (const piece of pieces) output[piece] = "";
  for (const name of open.reverse()) if (name) output.push(`</${name}>`);
  return Buffer.from(output.join(""), "utf8");
}

/** A relationship of a package to anything that is not part of it. */
function isOutwardRelationship(local: string, attributes: Readonly<Record<string, string>>): boolean {
  if (local !== "relationship") return false;
  return attributes.TargetMode?.trim() === "External" || leavesPackage(attributes.Target ?? "");
}

const isJudged = (local: string): boolean =>
  formulaElements.has(local) || local === "style" || local === "binary-data" || local === "config-item";

function mayStay({ local, text }: { local: string; text: string }): boolean {
  if (local === "style") return !isForeignStyle(text);
  if (local === "binary-data") return isSafePicture(Buffer.from(text, "base64"));
  if (local === "config-item") return !isMachineAddress(text);
  return !isForeignFormula(text);
}

const isName = (name: string): boolean => /^[\p{L}_][\p{L}\p{N}_.:-]*$/u.test(name);

const declaredEncoding = (bytes: Uint8Array): string | undefined =>
  /^[^>]{0,100}encoding\s*=\s*["']([\w-]+)/.exec(Buffer.from(bytes.subarray(0, 200)).toString("latin1"))?.[1];

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows none of these
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const escapeText = (text: string): string =>
  text
    .replace(forbidden, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/\r/g, "&#13;");

const escapeAttribute = (value: string): string =>
  escapeText(value).replace(/"/g, "&quot;").replace(/\n/g, "&#10;").replace(/\t/g, "&#9;");
