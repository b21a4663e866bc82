import type { LabelledDocument } from "./document-lines.ts";
import { addressStart } from "./party-words.ts";
import type { Reading } from "./read-value.ts";
import type { Field } from "./schema-fields.ts";

const score = 0.85;
const maxName = 80;

/** "… Frau Gerlinde Hassel, … – im Folgenden „Vermieterin“": a name and, in quotation marks, the part it plays. */
const role =
  /(?:\(\s*(?=["“„])|hereinafter|hereafter|referred to as|known as|together|the|im folgenden|nachfolgend|ci-apr[eè]s|en adelante|di seguito|hierna)[\s:,]*(?:(?:the|der|die|das|le|la|als)\s+)?["“„«‘']\s*(?:the\s+|der\s+|die\s+)?([\p{L}\s]{3,40}?)\s*["“”»’']/giu;
const between = /\b(?:between|zwischen|entre|tra|tussen)\s+/iu;
const junk = /^(?:\(?\d{1,2}[.)]|[\s,;.)“”"–-])+/u;
const connector = /^(?:between|zwischen|entre|tra|tussen|and|und|et|y|e|en|by)\s+/iu;
const article = /^(?:the|der|die|das|dem|den|le|la|les|el|los|il|lo|de|het)\s+/u;
const courtesy = /^(?:Mr|Mrs|Ms|Miss|Herrn?|Frau|M|Mme|Madame|Monsieur|Sr|Sra|Sig|Sig\.ra|Dhr|Mevr)\.?\s+/u;
/** Where a name in such a sentence ends. */
const nameEnd =
  /,|\s[–(-]|\s(?:of|in|residing|whose|born|wohnhaft|geboren|mit Sitz|demeurant|domicili|con domicilio|con sede|residente|nat[oa]|nacid[oa]|wonende|gevestigd)(?=\s|e)/u;
/** The first words of a street: "Am Deich 14". */
const beforeNumber = /(?<=[,;]\s)(?:\p{Lu}\p{Ll}{1,10}\s){1,2}$/u;
/** What of a property says only that it is the name or the address of a party. */
const parts = ["name", "address"];

/** The name or the address of the party whose part in a contract a property names. */
export function roleIn(
  field: Field,
  text: string,
  document: LabelledDocument,
): { reading: Reading; score: number } | null {
  if (!["text", "organisation", "customer", "person", "address"].includes(field.kind)) return null;
  const wanted = field.words.filter(({ meanings }) => !meanings.some((meaning) => parts.includes(meaning)));
  if (wanted.length === 0) return null;
  let from = 0;
  for (const match of text.matchAll(role)) {
    const words = document.read(match[1] ?? "");
    const before = text.slice(from, match.index);
    from = match.index + match[0].length;
    const isMeant = wanted.every(({ meanings }) =>
      words.some((word) => word.meanings.some((meaning) => meanings.includes(meaning))),
    );
    if (!isMeant || words.length !== wanted.length) continue;
    const party = (before.split(between).at(-1) ?? "").replace(junk, "").replace(connector, "");
    const value = field.kind === "address" ? addressOf(party) : nameOf(party);
    if (value !== null) return { reading: { value, text: value, start: 0 }, score };
  }
  return null;
}

function nameOf(party: string): string | null {
  const whole = party.replace(article, "").replace(courtesy, "");
  const name = whole.slice(0, nameEnd.exec(whole)?.index ?? whole.length).trim();
  return /^\p{Lu}/u.test(name) && name.length <= maxName ? name : null;
}

function addressOf(party: string): string | null {
  const found = addressStart.exec(party)?.index;
  if (found === undefined) return null;
  const start = found - (beforeNumber.exec(party.slice(0, found))?.[0].length ?? 0);
  const address = party.slice(start).replace(/[\s,;.(–-]+$/u, "");
  return address === "" ? null : address;
}
