/** Each word as it is written in a line of capitals, at a line's start, and within a line. */
const inAnyCase = (words: string): string =>
  words
    .split(" ")
    .flatMap((word) => [word, `${word.charAt(0).toUpperCase()}${word.slice(1)}`, word.toUpperCase()])
    .join("|");

const longForms = inAnyCase(
  "inc incorporated llc ltd limited plc corp corporation gmbh mbh ohg gbr sarl sasu spa srl pty pte llp lda ltda vof bhd eirl",
);
const dottedForms =
  "L\\.L\\.C|a\\.\\s?G|e\\.\\s?K|e\\.\\s?V|B\\.?V|N\\.?V|S\\.\\s?A\\.?\\s?R\\.?\\s?L|S\\.\\s?[pP]\\.\\s?A|S\\.\\s?[rR]\\.\\s?[lL]|S\\.\\s?L\\.?\\s?U?|S\\.\\s?A";
const shortForms = "GmbH|mbH|GbR|SpA|SàRL|Sàrl|S/B|SAS|SA|SL|AG|KG|UG|eG|Oy|OY|AB|ApS|A/S|AS";

/** Legal forms of firms. Short ones only as they are written: "1 kg" is not one. Some readers take "BHD" for "BND". */
export const legalForm = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:G[Mm][Bb]H\\s?&\\s?C[Oo]\\.?\\s?KG|[Ss][DdBbOo][Nn]\\.?\\s?[Bb][HhNn][Dd]|${longForms}|${dottedForms}|${shortForms})(?![\\p{L}\\p{N}])\\.?`,
  "u",
);

/** Words of the names of businesses that have no legal form. */
export const businessWord =
  /\b(?:company|co|sons?|partners?|enterprises?|trading|holdings?|group|stores?|mart|market|markt|supermarket|restaurant|restoran|ristorante|restaurante|cafe|caf[eé]|bakery|boulangerie|b[aä]ckerei|bistro|kitchen|house|hotel|pharmacy|apotheke|pharmacie|university|foundation|hardware|garage|salon|clinic|bookshop|books|services?|solutions|industries|perniagaan|kedai|pasaraya|syarikat|librer[ií]a|panader[ií]a|farmacia|bar|pub|station|centre|center|shop|laden|metzgerei|winkel|atelier|officin[ae])\b/iu;

const streetTypes = inAnyCase(
  "street st road rd avenue ave lane ln drive dr boulevard blvd square sq court ct way close terrace crescent parkway pkwy highway hwy place row quay hill gardens",
);
const streetStarts = inAnyCase(
  "rue av allée chemin cours quai impasse boulevard place avenue via viale piazza corso strada calle avda avenida paseo plaza camino rua praça travessa jalan jln lorong persiaran lot level unit suite block blok wisma bangunan kompleks",
);
const streetEnds = inAnyCase(
  "straße strasse str weg platz gasse allee ring damm ufer chaussee straat laan gracht plein kade dijk",
);
const numbered = "(?:No|NO|no)[.:]*\\s?(?=\\d{1,4}(?!\\d))|C\\/|P\\.?O\\.? (?:Box|BOX)";

const postcodes =
  "\\b(?!(?:19|20)\\d{2}\\s(?:to|until|bis|au|al|hasta|tot)\\b)\\d{4,6},?\\s+\\p{L}{2,}|\\b[A-Z]{1,2}\\d{1,2}[A-Z]?\\s?\\d[A-Z]{2}\\b|\\b[A-Z]{2}\\s+\\d{5}\\b|\\b\\d{4}\\s?[A-Z]{2}\\b|\\b\\d{4}-\\d{3}\\b";

export const street = new RegExp(
  `(?<!\\p{L})(?:${streetTypes}|${streetStarts}|${numbered}|${inAnyCase("taman tmn floor flr bandar kampung jalan")})(?!\\p{L})|(?:${streetEnds})(?!\\p{L})`,
  "u",
);
export const postcode = new RegExp(postcodes, "u");

/** Where an address begins inside a line of text that has a name before it. */
export const addressStart = new RegExp(
  [
    `(?<![\\p{L}\\p{N}.,/])\\d{1,5}[A-Za-z]?,?\\s+(?:\\p{L}[\\p{L}'’.-]*\\s+){0,3}(?:${streetTypes})(?!\\p{L})`,
    `(?<![\\p{L}\\p{N}.,/])(?<!\\d\\s)\\d{1,5}(?:\\s?(?:bis|ter|[A-Za-z]))?,?\\s+(?:${streetStarts})\\s`,
    `(?<!\\p{L})(?:${streetStarts})[\\s.:]+(?:\\p{L}[\\p{L}'’ .-]*,?\\s)?\\d`,
    `(?<![\\p{L}\\p{N}])(?:${numbered})`,
    `(?<!\\p{L})\\p{Lu}[\\p{L}'’-]*(?:${streetEnds})\\.?\\s+\\d`,
    "(?<!\\p{L})\\p{Lu}\\p{Ll}+\\s+(?:Street|Road|Lane|Avenue|Drive|Close|Court|Square|House)(?!\\p{L})",
    "(?<!\\p{L})\\p{Lu}\\p{L}+\\s\\d{1,4}[a-z]?,?\\s+(?:\\d{4,5}\\s+\\p{Lu}|\\d{4}\\s?[A-Z]{2}(?!\\p{L}))",
    "(?<![\\p{L}\\p{N}.,/-])(?:[A-Z]{1,2}-)?(?!(?:19|20)\\d{2}\\s)\\d{4,5}\\s+\\p{Lu}\\p{L}{2,}",
  ].join("|"),
  "u",
);

/** What follows name and address: telephone, numbers of registers, e-mail, what the paper is. */
export const contactStart =
  /(?<![\p{L}\p{N}])(?:tel(?:e(?:phone|fon|fono))?|t[eé]l|phone|ph|fax|mobile|e-?mail|www|https?|vat|gst|sst|ust|uid|tva|btw|iva|p\.?\s?iva|partita|abn|acn|nit|uen|fn\s\d+|che-?\d+|cif|c\.i\.f|nif|n\.i\.f|siret|siren|rcs|kvk|hrb|hra|iban|bic|inh\.|reg(?:istered|istration)?|roc|br|co(?:mpany)?\.?\s?(?:reg\.?|no)|company no|invoice|receipt|tax invoice|simplified|factura|facture|rechnung|ticket|cash bill|date|cashier|served by|store\s+\d|term(?:inal)?|n[°ºo]\.?\s*tva|capital|si[eè]ge\s+social|au\s+capital)(?![\p{L}\p{N}])\.?|[\w.-]+@[\w.-]+|[a-z][\w-]+\.[a-z]{2,}(?:\.[a-z]{2,})?\/\S+|\(?[A-Z]{0,2}\d{5,9}-[A-Z](?![\p{L}\p{N}])\)?|\(\d{3}\)\s?\d{3}|\+\d{2}[\s\d]|(?<=\s)[-–—*=]{2,}/iu;

/** Words before the customer of a paper. */
export const customerLabel =
  /^\W*(?:bill(?:ed|ing)?\s*to(?:\s+address)?|invoiced?\s*to|sold\s*to|ship(?:ped|ping)?\s*to|deliver(?:ed)?\s*to|delivery\s+address|customer(?:\s+name)?|client[e]?|kunde|klant|rechnung\s+an|rechnungsempf[aä]nger|empf[aä]nger|aan|spett\.?(?:le)?|destinatario|destinataire|factur[eé]\s+[aà]|facturado\s+a|adresse\s+de\s+(?:facturation|livraison|l.installation)|nom\s+de\s+l.abonn[eé]|buyer|exmos?|(?:to|an|para|[aà])(?=\s*:))(?![\p{L}-])\s*[:.]?\s*(?:attn[:.]?\s*|address[:.]?\s*)*/iu;
/** Where the goods go; the customer may be somebody else. */
export const deliveryLabel = /^\W*(?:ship|deliver|livraison|adresse\s+de\s+l)/iu;
/** Words before the issuer of a paper. */
export const issuerLabel =
  /^\W*(?:emisor|emitente|from|vendor|seller|supplier|lieferant|verk[aä]ufer|fournisseur|[eé]metteur|vendeur|leverancier|proveedor|fornitore|cedente|service\s+provider|sold\s+by|issued\s+by|merchant|titulaire\s+du\s+compte|account\s+holder|kontoinhaber|t\.n\.v\.)(?![\p{L}-])\s*[:.]?\s*(?:\([^)]*\)\s*)?/iu;

/** What stands before the name of a person. */
export const personTitle =
  /^(?:mrs?|ms|miss|dr|prof|madame|mme|monsieur|mlle|herrn?|frau|sig(?:\.?ra|nor[ae]?)?|gent\.?mo(?: sig)?|sr(?:\.?a)?|señora?|dhr|mevr(?:ouw)?|exmo)\.?(?=\s|$)\s*/iu;

/** Lines above or below a name that are not names: greetings, wishes, headings of papers. */
export const notName =
  /^(?:zwischen|between|entre|und|and)\b|\b(?:agreement|contract|vertrag|welcome|willkommen|thank|thanks|merci|danke|gracias|grazie|bedankt|please|survey|experience|feedback|share your|tell us|visit|follow us|customer copy|merchant copy|duplicate|original|reprint|curriculum|vitae|resume|r[eé]sum[eé]|lebenslauf|dear|sehr geehrte|page \d|greetings|email or talk|summary|pay ?slips?|payroll|time ?sheet|lohnabrechnung|gehaltsabrechnung|entgeltabrechnung|bulletin de (?:paie|salaire)|fiche de paie|n[oó]mina|busta paga|loonstrook)\b|[!?]\s*$/iu;

/** A line that is only a courtesy begins the address of whom a letter is for. */
export const courtesyLine =
  /^(?:herrn?|frau|firma|eheleute|familie|an|to|à|m\.?|mme|monsieur|madame|mr|mrs|ms)\s*:?$/iu;
