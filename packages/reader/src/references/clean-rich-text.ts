import { isForeignField } from "./field-codes.ts";
import { isSafePicture } from "./safe-picture.ts";

/** Destinations that name or hold what is elsewhere, or what is run. A group with one of them goes as a whole. */
const droppedDestinations = new Set([
  ...[
    "template",
    "objdata",
    "datafield",
    "filetbl",
    "datastore",
    "mailmerge",
    "nextfile",
    "fontfile",
    "fontemb",
  ],
  ...["htmltag", "hlsrc", "hlfr", "linkval", "oleclsid", "xmlnstbl"],
]);
const judgedDestinations = new Set(["fldinst", "pict", "sv"]);

type Group = { from: number; destinations: Set<string>; text: string; binary: string };

/** What is needed to judge a group: pictures are judged by their start. */
const maxJudged = 64 * 1024;
const control = /([a-z]{1,64})(-?\d{1,10})? ?/iy;
const plain = /[^\\{}]{1,4096}/y;

export const isRichText = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "{\\rtf";

/** Writes RTF anew without field codes, objects, pictures and properties that draw from elsewhere. */
export function cleanRichText(bytes: Uint8Array): Uint8Array {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const output: string[] = [];
  const groups: Group[] = [];
  const add = (text: string) => {
    for (const group of groups.toReversed()) {
      if (group.text.length < maxJudged) group.text += text;
      if ([...group.destinations].some((name) => judgedDestinations.has(name))) return;
    }
  };
  const close = () => {
    output.push("}");
    const group = groups.pop();
    // Something has to stay in its place: it ends the word before it.
    if (group && !mayStay(group)) output.splice(group.from, output.length, "{}");
  };

  let at = 0;
  while (at < source.length) {
    const from = at;
    const character = source[at];
    at += 1;
    if (character === "}") {
      if (groups.length === 0) break; // what follows the document is not part of it
      close();
      continue;
    }
    if (character === "{") {
      groups.push({ from: output.length, destinations: new Set(), text: "", binary: "" });
    } else if (character === "\\") {
      control.lastIndex = at;
      const found = control.exec(source);
      if (found) {
        at = control.lastIndex;
        const name = (found[1] ?? "").toLowerCase();
        const value = Number(found[2] ?? 0);
        const group = groups.at(-1);
        if (name === "bin" && value > 0) {
          if (group) group.binary ||= source.slice(at, at + 64);
          at += value;
        } else if (name === "u") add(String.fromCharCode(value & 0xffff));
        else group?.destinations.add(name);
      } else if (source[at] === "'") {
        add(String.fromCharCode(Number.parseInt(source.slice(at + 1, at + 3), 16) || 0));
        at += 3;
      } else {
        const symbol = source[at] ?? "";
        if ("\\{}".includes(symbol)) add(symbol);
        at += 1;
      }
    } else {
      plain.lastIndex = from;
      plain.exec(source);
      at = plain.lastIndex;
      add(source.slice(from, at).replace(/[\r\n]/g, ""));
    }
    output.push(source.slice(from, at));
  }
  while (groups.length > 0) close();
  return Buffer.from(output.join(""), "latin1");
}

function mayStay({ destinations, text, binary }: Group): boolean {
  for (const name of destinations) if (droppedDestinations.has(name)) return false;
  if (destinations.has("fldinst") && isForeignField(text)) return false;
  if (destinations.has("pict") && !isSafePicture(pictureOf(text, binary))) return false;
  return !(destinations.has("sv") && /[\\/:]/.test(text));
}

const pictureOf = (text: string, binary: string): Uint8Array =>
  binary === ""
    ? Buffer.from(text.replace(/[^0-9a-f]/gi, "").slice(0, 256), "hex")
    : Buffer.from(binary, "latin1");
