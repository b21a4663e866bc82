import { fillable, type JsonSchema, typesOf } from "../../../structured/json-schema.ts";
import type { LabelReader, LabelWord } from "../../../text/label-words.ts";
import { propertyNameWords } from "../../../text/property-name-words.ts";

/** The kind of value of a field, judged by type, format, name and description. */
export type FieldKind =
  | "date"
  | "money"
  | "number"
  | "percentage"
  | "boolean"
  | "email"
  | "phone"
  | "url"
  | "iban"
  | "vatNumber"
  | "siren"
  | "card"
  | "identifier"
  | "currency"
  | "organisation"
  | "customer"
  | "person"
  | "address"
  | "choice"
  | "text";

/** A word that a label must or may hold: its possible meanings and its weight. */
export type FieldWord = { meanings: string[]; weight: number };

export type Field = {
  name: string;
  schema: JsonSchema;
  kind: FieldKind;
  /** Words from the name, and from the names around it when its own name says little. */
  words: FieldWord[];
  /** The meanings of each word of its own name. */
  own: string[][];
  /** Words from the description and the instruction. They help to choose between labels, never to find one. */
  hints: Set<string>;
  /** The year that its name or description gives, which tells columns of years apart. */
  year: string | null;
  /** Labels that the instruction quotes for this field, in lowercase. */
  quoted: string[];
};

/** Names that say what a value is but not which one. The object around them says that. */
const generic = new Set([
  "name",
  "number",
  "date",
  "amount",
  "address",
  "phone",
  "email",
  "title",
  "description",
  "country",
  "city",
  "account",
  "website",
]);
/** Words that the kind of a field already implies. */
const implied: Partial<Record<FieldKind, string[]>> = {
  date: ["date", "time"],
  money: ["amount", "price"],
  identifier: ["number"],
  organisation: ["name"],
  person: ["name"],
  number: ["number", "amount", "quantity"],
  percentage: ["percent"],
  text: ["title", "name"],
};
/** What the paper itself is called: the issue date is the date of the invoice. */
const papers = ["invoice", "receipt", "document"];
const impliedWeight = 0.4;
/** What is due is paid: "Payment due date" is labelled "Due". */
const isPaymentOfDue = (meanings: string[], own: LabelWord[]): boolean =>
  meanings.includes("payment") && own.some((word) => word.meanings.includes("due"));
const parentWeight = 0.7;
/** A label often leaves out the unknown part of a compound: "Beginn" for "Mietbeginn". */
const modifierWeight = 0.45;

/** Reads a leaf of a schema as a field. `around` are the names of the objects around it, innermost last. */
export function fieldOf(
  name: string,
  schema: JsonSchema,
  around: string[],
  instruction: string,
  read: LabelReader,
): Field {
  const shape = fillable(schema);
  const description = [shape.title, shape.description, schema.description]
    .filter((text) => typeof text === "string")
    .join(" ");
  const own = read(propertyNameWords(name), "name");
  const told = kindOf(shape, propertyNameWords(name).toLowerCase(), description.toLowerCase());
  const kind = kindOfMeanings(told, shape, own) ?? told;
  const words = own.map(({ meanings, known, isModifier }) => ({
    meanings:
      kind === "date" && meanings.some((meaning) => papers.includes(meaning))
        ? [...new Set([...meanings, ...papers])]
        : meanings,
    weight:
      own.length > 1 &&
      (meanings.some((meaning) => implied[kind]?.includes(meaning)) || isPaymentOfDue(meanings, own))
        ? impliedWeight
        : isModifier && !known
          ? modifierWeight
          : 1,
  }));
  const parent = around.at(-1);
  if (parent !== undefined && own.every(({ meanings }) => meanings.some((meaning) => generic.has(meaning)))) {
    // "Customer: Maria Lopez" gives the customer's name, but "Phone: …" below it may belong to anyone.
    const named = own.every(({ meanings }) => meanings.includes("name"));
    if (named) for (const word of words) word.weight = impliedWeight;
    words.push(
      ...read(propertyNameWords(parent)).map(({ meanings }) => ({
        meanings,
        weight: named ? 1 : parentWeight,
      })),
    );
  }
  if (
    kind === "money" &&
    own.every(({ meanings }) => meanings.some((meaning) => ["amount", "due"].includes(meaning)))
  ) {
    // The amount of a document is its total.
    for (const word of words) word.meanings = [...word.meanings, "total"];
  }
  const quoted = quotedFor(instruction, `${name} ${description}`, read);
  return {
    name,
    schema,
    kind,
    words,
    own: own.map(({ meanings }) => meanings),
    year: yearIn(name) ?? yearIn(description) ?? yearIn(instruction),
    hints: new Set(
      read(`${description} ${around.map(propertyNameWords).join(" ")}`).flatMap(({ meanings }) => meanings),
    ),
    quoted,
  };
}

/** The only year of a text. */
export function yearIn(text: string): string | null {
  const years = new Set(text.match(/(?<!\d)(?:19|20)\d{2}(?!\d)/g));
  return years.size === 1 ? ([...years][0] ?? null) : null;
}

/** The many headings of the column that names the rows of a table. */
const rowSums = ["amount", "total", "net"];
const rowNames = ["name", "description", "title"];

/** The field of a table's column. A "name" may be under "Description", "Article", "Item" … */
export function columnFieldOf(
  name: string,
  schema: JsonSchema,
  instruction: string,
  read: LabelReader,
): Field {
  const named = fieldOf(name, schema, [], instruction, read);
  const isNumber = named.own.some((meanings) => meanings.includes("number"));
  // A row's tax is its name or rate: parties have numbers of tax, rows have none.
  const field: Field = named.kind === "vatNumber" && !isNumber ? { ...named, kind: "text" } : named;
  const words = field.words.map(({ meanings, weight }) => ({
    meanings: meanings.some((meaning) => rowNames.includes(meaning))
      ? [...new Set([...meanings, ...rowNames])]
      : meanings,
    weight,
  }));
  const has = (meaning: string) => field.own.some((each) => each.includes(meaning));
  if (field.kind !== "money") return { ...field, words };
  // The amount of a row is headed by "Amount", "Total", "Net" …, its price by "Price", "Unit" …
  if (rowSums.some(has) && !has("tax")) return { ...field, words: [{ meanings: rowSums, weight: 1 }] };
  return has("price")
    ? { ...field, words: [{ meanings: ["price", "unit"], weight: 1 }] }
    : { ...field, words };
}

function kindOf(shape: JsonSchema, name: string, description: string): FieldKind {
  const types = typesOf(shape);
  const { format } = shape;
  if (Array.isArray(shape.enum)) return "choice";
  if (types.includes("boolean")) return "boolean";
  if (types.includes("number") || types.includes("integer")) {
    if (/\b(?:percent|percentage|pct)\b|%/.test(`${name} ${description}`)) return "percentage";
    if (/\brate\b/.test(name) && /\b(?:tax|vat|interest|discount)\b/.test(name)) return "percentage";
    if (
      /\b(?:total|amount|price|cost|fee|tax|vat|subtotal|sum|balance|salary|paid|due|net|gross|rent|discount|charge)\b/.test(
        name,
      )
    )
      return "money";
    return "number";
  }
  if (format === "date" || format === "date-time") return "date";
  if (format === "email") return "email";
  if (format === "uri" || format === "url") return "url";
  if (/\b(?:date|dob|birthday|deadline|datum)\b|\b(?:issued|due|signed) on\b/.test(name)) return "date";
  if (/\be ?mail\b/.test(name)) return "email";
  if (/\b(?:phone|telephone|mobile|tel|fax)\b/.test(name)) return "phone";
  if (/\b(?:website|url|homepage|link)\b/.test(name)) return "url";
  if (/\biban\b/.test(name)) return "iban";
  if (/\bcard (?:number|no)\b/.test(name)) return "card";
  if (/\bsiren\b/.test(name)) return "siren";
  if (
    /^(?:(?:vendor|seller|supplier|issuer|company|customer|buyer) )?(?:vat|ust|tva|btw|iva|uid|cif|nif|tax)(?: ?(?:reg(?:istration)?|identification))?(?: ?(?:number|no|nr|id))?$/.test(
      name,
    )
  )
    return "vatNumber";
  if (/\bcurrency\b/.test(name)) return "currency";
  if (/\b(?:address|street)\b/.test(name)) return "address";
  if (
    /\b(?:number|no|id|identifier|code|reference|ref|nr|sku|bic|swift|vat|siren|siret|ein)\b(?! range)/.test(
      name,
    )
  )
    return "identifier";
  if (/\b(?:total|amount|price|subtotal|balance)\b/.test(name)) return "money";
  if (
    /\b(?:company|vendor|seller|supplier|merchant|issuer|store|shop|employer|organi[sz]ation|provider)\b/.test(
      name,
    )
  )
    return "organisation";
  if (/^(?:customer|client|buyer|bill(?:ed)? to|recipient|kunde|cliente|klant|sold to)(?: name)?$/.test(name))
    return "customer";
  if (
    /\b(?:full name|candidate|applicant|person|author)\b|\w (?:by|von|par|por)$/.test(name) ||
    (/\bname\b/.test(name) && /\b(?:person|candidate|applicant|full name|employee)\b/.test(description))
  )
    return "person";
  return "text";
}

/** Kinds that a name in any language of the lexicon tells, where English words told none. The first that fits. */
const kindsByMeaning: [meaning: string, kind: FieldKind][] = [
  ["email", "email"],
  ["phone", "phone"],
  ["website", "url"],
  ["iban", "iban"],
  ["currency", "currency"],
  ["address", "address"],
  ["number", "identifier"],
  ["vendor", "organisation"],
  ["employer", "organisation"],
  ["bank", "organisation"],
  ["customer", "customer"],
  ["recipient", "customer"],
];

function kindOfMeanings(told: FieldKind, shape: JsonSchema, own: LabelWord[]): FieldKind | null {
  const means = (meaning: string) => own.some(({ meanings }) => meanings.includes(meaning));
  if (told === "number" && means("percent")) return "percentage";
  // "Seller VAT id", "ust_id_verkaeufer", "numero_iva_cliente"
  if (told === "identifier" && means("tax") && own.every(isOfTaxNumber)) return "vatNumber";
  if (told === "number" && moneyMeanings.some(means)) return "money";
  const types = typesOf(shape);
  if (told !== "text" || (types.length > 0 && !types.includes("string"))) return null;
  // The rules above find numbers in English: a "reference range" is not one.
  if (own.some(({ text }) => /^(?:ref(?:erence)?|code|id)$/i.test(text))) return null;
  if (means("tax") && means("number")) return "vatNumber";
  // "Bank" and "customer" are names only when nothing else is asked about them.
  const isWhole = own.every(({ meanings }) => wholeParty.some((meaning) => meanings.includes(meaning)));
  const found = kindsByMeaning.find(
    ([meaning, kind]) => means(meaning) && (!partyKinds.has(kind) || isWhole),
  );
  return found?.[1] ?? null;
}

const isOfTaxNumber = ({ text, meanings }: LabelWord): boolean =>
  !/^code$/i.test(text) && meanings.some((meaning) => ["tax", "number", ...wholeParty].includes(meaning));

/** What only amounts of money are called: `nettobetrag`, `importe_iva`, `prix`. */
const moneyMeanings = ["amount", "total", "net", "gross", "tax", "price", "discount", "deposit"];
const partyKinds = new Set<FieldKind>(["organisation", "customer"]);
const wholeParty = ["vendor", "employer", "bank", "customer", "recipient", "name"];

/** Reads `the number is called "Beleg-Nr."`: the quoted words of the instruction's sentence that names the field. */
function quotedFor(instruction: string, naming: string, read: LabelReader): string[] {
  if (!/["“'‘«]/.test(instruction)) return [];
  const own = new Set(read(propertyNameWords(naming)).flatMap(({ meanings }) => meanings));
  return instruction
    .split(/[.;\n](?=\s|$)/)
    .filter((sentence) =>
      read(sentence.replace(/["“«][^"”»]*["”»]/g, " ")).some(({ meanings }) =>
        meanings.some((meaning) => own.has(meaning)),
      ),
    )
    .flatMap((sentence) =>
      [...sentence.matchAll(/["“«]([^"”»]{2,60})["”»]/g)].map((match) => (match[1] ?? "").toLowerCase()),
    );
}

/** "Company" may be any firm, and "employer" only that of a person. */
export const isOfEmployer = ({ name }: Field): boolean =>
  /employe(?:r|ur)|arbeitgeber|werkgever|empleador|datore/i.test(name);

/** What is named with "of": "University of Leeds". */
export const isInstitution = ({ name }: Field): boolean =>
  /universi|school|college|institut|hochschule|academy/i.test(name);
