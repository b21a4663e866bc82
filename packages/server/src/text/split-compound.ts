import type { Language } from "./languages.ts";

/** Shorter words are hardly ever compounds whose parts anyone searches for. */
const minWord = 8;
/** Longer words are skipped: each split costs as much as the word is long. */
const maxWord = 64;
const minPart = 4;

const mayBeCompound = ({ length }: string): boolean => length >= minWord && length <= maxWord;

/** German endings after which "s" joins the next word: "Wohnung-s-miete". No dictionary is needed to see them. */
const joinedByS = /^(.{2,}(?:ung|heit|keit|schaft|tion|tat|ling|tum|ion|ing))s(.{4,})$/;

/** Words that end many compounds, folded. With them a compound is split in a text that never uses its parts alone. */
const heads: Record<"de" | "nl", ReadonlySet<string>> = {
  de: new Set(
    `abgabe abteilung adresse akte amt analyse anfrage angebot anlage anspruch antrag anzahl arbeit art artikel aufgabe
     auftrag ausgabe ausschuss ausweis bau beauftragte bedarf bedingung bedingungen behorde beitrag bereich bericht
     bescheid beschluss bestand betrag betrieb bewertung buch dienst dauer ebene einheit entwicklung ergebnis ertrag
     fahrt fall firma flache form frage frist fuhrer fuhrung gebaude gebiet gebuhr gebuhren gehalt gerat gericht
     geschaft gesellschaft gesetz gewicht gewinn grad grenze grosse gruppe gruppen haus hilfe hohe inhaber jahr kammer
     kapital karte kasse klasse konto kosten kraft kraftwerk kredit krankheit kurs lager lage land lange leistung
     leiter leitung liste lohn markt maschine mass mannschaft meister menge miete mieter minister mittel modell monat
     nachweis name nummer nutzung ordnung ort pflicht plan planung platz preis produkt programm projekt prozess
     prufung quote rat raum recht rechnung regel regelung reise richtlinie rohr rolle satz schaden schein schutz schule
     seite sicherheit sitzung software spiel sprache staat stadt stand station stelle steuer strasse strom stuck stufe
     stunde system tag tarif technik teil teile temperatur termin text titel trager typ umfang unternehmen unterlagen
     urlaub verband verbrauch verein verfahren verhaltnis verkehr verlust vermogen versicherung vertrag verwaltung
     wagen wahl ware wasser weg werk wert wesen wirtschaft woche wohnung zahl zahlung zeichen zeit zeitraum zentrum
     ziel zimmer zins zinsen zug zugang zustand zweck`.split(/\s+/),
  ),
  nl: new Set(
    `aanvraag adres afdeling afstand akte ambtenaar arbeid bedrag bedrijf bedrijven beheer beleid bericht bestuur
     betaling bewijs boek brief bureau contract dag datum deel dienst diensten duur eis eisen factuur fonds functie
     gebied gebouw geld gemeente gewicht goederen groep grond handel hoogte huis huur inkomen jaar kaart kamer kantoor
     kosten kracht krediet lijst loon maand maatregel markt meter middel middelen minister motor naam niveau nummer
     onderzoek oorlog opdracht opleiding orde overeenkomst pand partij pensioen periode plaats plan plicht polis prijs
     procedure product project raad recht rechten regel regeling rekening ruimte schade school snelheid staat stad
     station stelling steun stof straat stroom stuk systeem taak tarief tijd toeslag uitkering uur vereniging
     vergoeding vergunning verkeer verklaring verzekering voertuig voorwaarden wagen water weg werk werknemer wet
     winst woning zaak zaken zorg`.split(/\s+/),
  ),
};

/** Prefixes that are not words of their own, however long: "Unterlagen" is not a kind of "Lagen". */
const prefixes = new Set(
  "uber unter hinter wider wieder gegen zusammen durch voll miss nach nieder empor hervor onder over achter samen tegen voor door".split(
    " ",
  ),
);

const links = ["", "s", "es", "n", "en", "er", "e"];

/**
 * The parts of a German or Dutch compound: "wohnungsmiete" → "wohnung", "miete". Null when it is not a compound. A part is known
 * when `isWord` says so or when it is a common head. The word and `isWord` are lowercase and folded.
 */
export function splitCompound(
  word: string,
  language: Language,
  isWord: (part: string) => boolean,
): [modifier: string, head: string] | null {
  if ((language !== "de" && language !== "nl") || !mayBeCompound(word)) return null;
  const isHead = (part: string): boolean => isWord(part) || heads[language].has(part);
  for (let at = word.length - minPart; at >= minPart; at--) {
    const [before, head] = [word.slice(0, at), word.slice(at)];
    const common = heads[language].has(singular(head, language));
    if (!common && !isHead(head)) continue;
    const modifier = modifierOf(before, (part) => isHead(part));
    if (modifier !== null) return [modifier, head];
    if (common && !prefixes.has(before) && head.length >= minPart) return [withoutLink(before), head];
  }
  const joined = language === "de" ? joinedByS.exec(word) : null;
  return joined?.[1] && joined[2] ? [joined[1], joined[2]] : null;
}

const modifierOf = (before: string, isKnown: (part: string) => boolean): string | null => {
  if (prefixes.has(before)) return null;
  for (const link of links) {
    const part = before.slice(0, before.length - link.length);
    if (before.endsWith(link) && part.length >= minPart && isKnown(part)) return part;
  }
  return null;
};

const withoutLink = (before: string): string =>
  before.length > minPart && before.endsWith("s") ? before.slice(0, -1) : before;

const singular = (head: string, language: "de" | "nl"): string => {
  const known = heads[language];
  for (const ending of ["en", "n", "e", "er", "s", "es"]) {
    const stem = head.slice(0, -ending.length);
    if (head.endsWith(ending) && stem.length >= minPart && known.has(stem)) return stem;
  }
  return head;
};

/**
 * All ways to split a word in two, with or without a link between: only a vocabulary can decide which of them is
 * right.
 */
export function compoundSplits(word: string): [modifier: string, head: string][] {
  if (!mayBeCompound(word)) return [];
  const splits: [string, string][] = [];
  for (let at = minPart; at <= word.length - minPart; at++) {
    const [before, head] = [word.slice(0, at), word.slice(at)];
    for (const link of links) {
      const modifier = before.slice(0, before.length - link.length);
      if (before.endsWith(link) && modifier.length >= minPart) splits.push([modifier, head]);
    }
  }
  return splits;
}
