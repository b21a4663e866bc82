import { stem } from "./stem.ts";
import { foldAccents } from "./terms.ts";

/**
 * Label words of forms, invoices, receipts, contracts and CVs by meaning, in the most common languages of such
 * documents (English, German, French, Dutch, Spanish, Italian). They are folded. A word may have several meanings.
 */
const lexicon = `
number: numbers nummern numeros numeri matricola nr. number no nr n num nos nummer numero numer n° nº № # id identifier ref reference referenz referencia riferimento referentie kenmerk zeichen code kennung ustid uid vatid
date: termin datums le fecha date emissao emission datum fecha data dated day tag dag jour
invoice: invoice avoir gutschrift fatura facture rechnung factuur factura fattura faktura
receipt: receipt quittung recu bon bill ticket kassenbon
document: issue issued issuance ausstellungs ausgestellt document doc dokument dossier belegs beleg
total: total totaal gesamt summe totale suma gesamtsumme endbetrag endsumme
amount: amount valor amt betrag zahlbetrag montant bedrag importe importo valor sum value
due: due zahlbetrag vencimento spatestens payable owing outstanding fallig faellig echeance vencimiento scadenza zahlbar limite deadline verval falligkeit falligkeits faelligkeits remit uberweisen payez pay abbuchen
customer: abnehmer versicherungsnehmer intestatario titolare titulaire titular holder besteller customer client kunde kunden klant klanten cliente buyer purchaser acheteur abonne kaufer debtor recipient billto
vendor: vendor seller supplier merchant issuer company store shop lieferant verkaufer fournisseur leverancier proveedor fornitore provider retailer business firm aussteller ersteller rechnungssteller vendeur emetteur emisor emitente cedente organization organisation
quantity: quantity qtd quantidade einheiten qty qta anz menge aantal quantite nombre cantidad quantita anzahl pcs units stk stuck count
price: price preco preis prijs prix precio prezzo rate cost
percent: taux tasso tipo tasa zins zinssatz zinsen rente interest interet interes interesse percent percentage pct rate satz prozent
unit: unit einheit eenheid unite unitaire unitario unitprice each einzel stuk p.u u.p s/price
description: description descricao leistung desc item items article artikel artikelen beschreibung bezeichnung designation descripcion descrizione product produkt produit omschrijving details particulars service leistung
tax: tax vat mwst ust steuerbetrag tva btw iva gst umsatzsteuer taxes mehrwertsteuer sst ustid vatid
net: net nett netto nettobetrag imponibile imponible base ht excl exclusive excluding excluded exclusief before without ohne hors untaxed subtotal subtotaal soustotal zwischensumme sub taxable
gross: gross brutto ttc incl inclusief inclusive including grand bruto
discount: discount rabatt remise korting descuento sconto disc rebate
order: order bestellung bestell auftrag auftrags commande pedido bestel ordine purchase po
address: address adresse anschrift adres direccion indirizzo street location
phone: telefono telefonos tlf phone tel telephone telefon mobile cell telefoon telefono handy portable
fax: fax telefax
email: email mail courriel correo
website: website web url homepage internet
name: name nom naam nombre nome names
first: first given vorname vornamen prenom prenoms voornaam
last: last family surname surnames nachname nachnamen achternaam
start: start starts begin begins beginn beginnt commence commences inicio inizio beginning from commencement von since debut
end: end until to expiry expiration expires bis till fin termination
effective: effective effet wirksam decorrenza
birth: geboren nato nata nacido nacida birth birthdate born dob geburt naissance geboorte nacimiento
account: account konto compte rekening cuenta conto acct
bank: bank banque banco banca
iban: iban
bic: bic swift
payment: payment zahlung zahlungs paiement betaling pago pagamento paid
terms: terms condition conditions bedingungen
method: method mode moyen art
period: periodo dates period zeitraum periode duration laufzeit
shipping: leistungs service prestation carriage postage porto fracht envio expedition dispatch despatch dispatched despatched shipped spedizione versandart entrega consegna shipping delivery versand liefer livraison levering freight ship deliver shipment
currency: currency wahrung devise valuta moneda
position: position pos line row item
cashier: cashier served operator kassierer
cash: cash bar especes contant tendered
change: change ruckgeld rendu wisselgeld
rounding: rounding round rounded
member: member membership
title: title titel titre subject betreff objet
job: puesto poste ruolo cargo functie job jobs role position occupation stelle funktion poste puesto
country: country land pays pais paese
city: city town stadt ville ciudad citta plaats
postcode: postcode zip postal plz postleitzahl
state: state province region
status: status state
signature: signature signed unterschrift
time: time uhrzeit heure tijd hora
page: page seite pagina
law: law
contact: contact kontakt contacto
notes: notes note remarks comment comments bemerkung remarque
summary: summary abstract profile
employer: company firma empresa entreprise azienda bedrijf employer arbeitgeber employeur werkgever
landlord: landlord lessor vermieter vermieterin bailleur arrendador locatore locador verhuurder
tenant: tenant lessee mieter mieterin locataire arrendatario inquilino conduttore huurder
employee: employee arbeitnehmer arbeitnehmerin mitarbeiter salarie werknemer empleado
skill: competences competencias habilidades competenze vaardigheden fahigkeiten faehigkeiten skill skills competencies kenntnisse
education: degree degrees qualification qualifications formacion formazione opleiding estudios studi diplome bildung education ausbildung formation studies
experience: experiencia esperienza werkervaring laufbahn experience employment career history work jobs positions berufserfahrung
language: idiomas idioma lingue lingua talen sprache language languages sprachen langues
recipient: recipient recipients consignee empfanger empfangerin empfaenger destinataire destinatario destinatarios ontvanger geadresseerde
consumption: consumption consumed usage used verbrauch verbraucht consommation consumo consumi verbruik
reading: reading readings lettura letture releve zahlerstand lectura lecturas meterstand
meter: meter meters contatore compteur zahler contador
previous: previous prior last vorige vorherige precedent precedente anterior
current: current latest present actual attuale actuel actuelle aktuell aktueller neuer neue nouveau actueel
weight: weight gewicht poids peso
packages: package packages parcel parcels carton cartons colis packstuck packstucke bultos colli
carrier: carrier courier haulier spediteur frachtfuhrer transporteur transporteur transportista vettore corriere
tracking: tracking consignment waybill sendungsnummer
loan: loan mortgage pret darlehen kredit credito prestamo prestito mutuo lening
instalment: instalment installment mensualite rate cuota rata termijn
letter: letter brief schreiben lettre courrier carta lettera
patient: patient patients patientin paciente paziente
doctor: doctor physician clinician arzt arztin medecin medico
sample: sample samples specimen probe proben probenahme echantillon prelevement muestra campione monster
collected: collected collection taken sampled entnahme entnommen preleve
reported: reported report bericht berichts rapport informe rapporto prufbericht
requested: requested requesting requestor requester referred referring ordering prescripteur auftraggeber
authorised: authorised authorized approved freigegeben signed unterzeichnet signe firmado firmato
advisor: adviser advisor conseiller conseillere berater beraterin asesor asesora consulente
deposit: deposit kaution depot deposito fianza caution
university: university universitat universite universidad universita hochschule universiteit
tariff: tariff tarif tarifa tariffa tarief
`;

export type LabelWord = {
  /** As written. */
  text: string;
  start: number;
  end: number;
  /** Its possible meanings: names of the lexicon, otherwise its stem. */
  meanings: string[];
  /** Whether the lexicon knows it. */
  known: boolean;
  /** Whether it is the part of a compound before a known one: "Miet" in "Mietbeginn". */
  isModifier?: boolean;
};

/** Qualifiers that do not change a label: the date of an invoice is its "Date". */
export const neutralMeanings = new Set(["invoice", "receipt", "document", "gross", "vendor"]);

const fillers = new Set(
  "the of a an de la le du des der die das den di del and or & your our this und et en y for per on in by to is are as at".split(
    " ",
  ),
);

/** Matches words with their hyphens, and with the full stops of single-letter abbreviations ("P.U."). */
const pieces =
  /#|№|q\.?t[àaày]\.?(?!\p{L})|n[°º]|\p{L}(?:\.\p{L}(?!\p{L}))+|\p{L}(?:[\p{L}\p{M}'’]|[&/-](?=\p{L}))*/giu;

/** The number of one label of several: "Q1 revenue", "Phone 2:", `address_line_2`. */
const labelNumber =
  /(?<![\p{L}\p{N}])\p{L}\d{1,2}(?![\p{L}\p{N}]|[-/.,]\p{N})|(?<=\p{L}{2})\d{1,2}(?![\p{L}\p{N}]|[-/.,]\p{N})|(?<=\p{L}[.]?\s)\d{1,2}(?=\s*(?:\([^)]*\)\s*)?[:：=]|\s+\p{Ll}+\s*[:：])/gu;
/** A cell that is only a label has no colon: "Meter 2". */
const cellNumber = /(?<=^\p{L}{2}[^\d:：]{0,30}\s)\d{1,2}(?=\s*$)/gu;
/** `surface_m2`: labels name no unit, and the "2" is not the number of one of several. */
const unitOfName = /\s[kc]?m[23]$/iu;
/** In a name of a property every number distinguishes it from others. */
const nameNumber = /(?<!\p{L})\p{L}\d{1,2}(?![\p{L}\d])|(?<!\d)\d{1,2}(?!\d)/gu;

export const isLabelNumber = ({ meanings: [meaning = ""] }: Pick<LabelWord, "meanings">): boolean =>
  meaning.startsWith("#");

/** Reads the words of labels in a text; `name`: of a property's name, `cell`: of a cell of a table. */
export type LabelReader = (text: string, kind?: "name" | "cell") => LabelWord[];

/** Creates a reader of label words. A compound is read as its words ("Rechnungsdatum": invoice, date). */
export function createLabelReader(): LabelReader {
  const meanings = new Map<string, string[]>();
  for (const line of lexicon.trim().split("\n")) {
    const [meaning = "", words = ""] = line.split(": ");
    for (const word of words.split(" ")) meanings.set(word, [...(meanings.get(word) ?? []), meaning]);
  }
  const known = new Map<string, Part[]>();
  /** As written, unless only its umlauts written out hide a known part: "zaehlernummer". */
  const compoundOf = (word: string, plain: string): Part[] | null => {
    const found = compound(word, meanings);
    if (plain === word || found?.every((part) => part.meanings !== null)) return found;
    const other = compound(plain, meanings);
    return other?.every((part) => part.meanings !== null) ? other : found;
  };
  const partsOf = (word: string): Part[] => {
    const remembered = known.get(word);
    if (remembered !== undefined) return remembered;
    // Names of properties write umlauts out: "packstuecke".
    const plain = word.replace(/([aou])e/g, "$1");
    const whole = meanings.get(word) ?? meanings.get(word.replace(/s$/, "")) ?? meanings.get(plain);
    const found = whole
      ? [{ length: word.length, meanings: whole }]
      : (compoundOf(word, plain) ?? [{ length: word.length, meanings: null }]);
    known.set(word, found);
    return found;
  };
  const lookUp = (word: string): boolean => partsOf(word).every((part) => part.meanings !== null);
  const wordAt = (text: string, start: number): LabelWord[] => {
    const folded = foldedLabel(text);
    if (folded === "" || fillers.has(folded)) return [];
    const parts = partsOf(folded);
    let from = 0;
    return parts.map((part, index) => {
      // Folding may change the length ("ß"); the last part ends where the word ends.
      const to = index === parts.length - 1 ? text.length : Math.min(text.length, from + part.length);
      const word: LabelWord = {
        text: text.slice(from, to),
        start: start + from,
        end: start + to,
        meanings: part.meanings ?? stemsOf(foldedLabel(text.slice(from, to))),
        known: part.meanings !== null,
        ...(index < parts.length - 1 && { isModifier: true }),
      };
      from = to;
      return word;
    });
  };
  return (written, kind) => {
    const text = kind === "name" ? written.replace(unitOfName, "") : written;
    const numbers = [
      ...numbersOf(text, kind === "name" ? nameNumber : labelNumber),
      ...(kind === "cell" ? numbersOf(text, cellNumber) : []),
    ];
    const words = [...text.matchAll(pieces)].flatMap((match) => {
      const [whole] = match;
      if (numbers.some(({ start, end }) => start <= match.index && match.index < end)) return [];
      if (!/[/&-]/.test(whole) || lookUp(foldAccents(whole).replace(/[/&-]/g, "")))
        return wordAt(whole, match.index);
      return [...whole.matchAll(/[^/&-]+/g)].flatMap((part) => wordAt(part[0], match.index + part.index));
    });
    // A list is named in the plural, also of an abbreviation: `skus` below "SKU", `kurse` below "Kurs".
    if (kind === "name")
      for (const word of words) {
        const folded = foldAccents(word.text);
        if (!word.known) word.meanings.push(...singularsOf(folded));
        // "Positions" are jobs that were held, and the heads of columns say "Position".
        else
          word.meanings = [...new Set([...word.meanings, ...(meanings.get(folded.replace(/s$/, "")) ?? [])])];
      }
    return numbers.length === 0 ? words : [...words, ...numbers].sort((a, b) => a.start - b.start);
  };
}

/** "d'échéance", "l'adresse" */
const foldedLabel = (text: string): string =>
  foldAccents(text)
    .replace(/^[dl]['’](?=\p{L}{3})/u, "")
    .replace(/[.'/&-]/g, "");

const numbersOf = (text: string, pattern: RegExp): LabelWord[] =>
  [...text.matchAll(pattern)].map(({ 0: written, index }) => ({
    text: written,
    start: index,
    end: index + written.length,
    meanings: [`#${Number(written.replace(/\D/g, ""))}`],
    known: true,
  }));

const minSingular = 4;

/** What an unknown word may be the plural of, as the words of labels are read. */
const singularsOf = (folded: string): string[] =>
  /[^s]s$/.test(folded)
    ? [folded.slice(0, -1)]
    : ["en", "er", "e", "n"]
        .filter((ending) => folded.endsWith(ending) && folded.length - ending.length >= minSingular)
        .map((ending) => stem(folded.slice(0, -ending.length)));

/** The stem of a word, also with its umlauts written out: "Kuendigungsfrist". */
function stemsOf(folded: string): string[] {
  const plain = folded.replace(/([aou])e/g, "$1");
  return plain === folded ? [stem(folded)] : [stem(folded), stem(plain)];
}

/** A part of a compound: its letters, folded, and its meanings; null when the lexicon does not know it. */
type Part = { length: number; meanings: string[] | null };

/** Minimum part of a compound that must be a known word when the rest is not. */
const headLength = 5;

/** "Kundennummer" is a number of a customer and no other number, as "customer number" is. */
function compound(word: string, meanings: Map<string, string[]>): Part[] | null {
  if (word.length < 6) return null;
  for (let split = 3; split <= word.length - 2; split += 1) {
    const left = meanings.get(word.slice(0, split)) ?? meanings.get(word.slice(0, split).replace(/s$/, ""));
    const right = meanings.get(word.slice(split));
    if (left && right && (split >= 4 || word.length - split >= 4))
      return [
        { length: split, meanings: left },
        { length: word.length - split, meanings: right },
      ];
  }
  for (let split = 2; split <= word.length - headLength; split += 1) {
    const head = meanings.get(word.slice(split));
    if (head)
      return [
        { length: split, meanings: null },
        { length: word.length - split, meanings: head },
      ];
  }
  return null;
}
