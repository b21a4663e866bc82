import type { Language } from "../../text/function-words.ts";

/**
 * Common words of questions by language, folded: general verbs, nouns and adverbs that name no subject. Documents may
 * say the same without them, so a question is not refused because the sources lack them. The lists are our own.
 */
const words: Record<Language, string> = {
  en: `get gets got getting much many make makes made take takes taken took give gives given gave go goes going gone come
    comes put keep keeps kept use uses used using need needs needed want wants like likes know known knows do done find
    found see seen look looking say says said tell told show shown call called mean means meant happen happens happened
    work works working let allow allowed possible able exactly actually really currently normally usually often long far
    big high thing things way ways kind type sort example people person name year date day month century decade time
    country city place location region state number amount describe explain list main primary following document source
    text file according refer occur term there here also else please anything anyone someone something involve
    involved located situated based consider considered regard regarded receive receives provide provides provided different own first take part became become`,
  de: `machen macht gemacht geht gehen gibt geben kommt kommen bekommen bekomme bekommt finden finde findet brauchen brauche braucht nehmen
    nimmt tun tut wissen heissen passiert passieren moglich genau eigentlich aktuell ungefahr beispiel
    leute person name jahr datum tag monat zeit ort land stadt zahl anzahl art weise dokument text quelle datei ding sache
    sagen steht stehen gilt gelten lassen lasst melde erhalten erhalte erhalt hauptsachlich nennen beschreiben erklaren sehr mehr`,
  fr: `faire fait font aller va vont obtenir avoir donner donne prendre prend mettre trouver trouve besoin savoir dire dit
    appelle veut arrive passe possible exactement actuellement environ exemple gens personne nom annee date jour
    mois temps lieu pays ville nombre type genre facon document texte source fichier chose quelque utiliser beaucoup cas expliquer decrire`,
  es: `hacer hace hago hacen ir va van obtener dar da tomar poner encontrar encuentra necesito necesita necesario saber decir dice llama
    pasa posible exactamente actualmente aproximadamente ejemplo gente persona nombre ano fecha dia mes tiempo
    lugar pais ciudad numero tipo forma documento texto fuente archivo cosa usar explicar describir quiera queria mucho mucha`,
  it: `fare fa fanno faccio andare va vanno ottenere dare dare prendere mettere trovare trova serve bisogno sapere dire dice chiama
    succede possibile esattamente attualmente circa esempio gente persona persone nome anno data giorno mese tempo luogo paese
    citta numero tipo modo documento testo fonte file cosa usare spiegare descrivere molto molta caso`,
  pt: `fazer faz fazem faco ir vai vao obter dar da tomar por encontrar preciso precisa necessario saber dizer diz chama
    acontece possivel exatamente atualmente aproximadamente exemplo gente pessoa nome ano data dia mes tempo
    lugar pais cidade numero tipo forma documento texto fonte arquivo coisa usar explicar descrever muito muita`,
  nl: `doen doet gaan gaat krijgen krijg krijgt geven geeft nemen neemt maken maakt vinden vind nodig weten zeggen zegt heet
    gebeurt mogelijk precies eigenlijk momenteel ongeveer voorbeeld mensen persoon naam jaar datum dag maand tijd plaats
    land stad aantal soort manier document tekst bron bestand ding gebruiken uitleggen beschrijven veel meer lang`,
};

const known = new Map(
  (Object.keys(words) as Language[]).map((language) => [
    language,
    new Set(words[language].trim().split(/\s+/)),
  ]),
);

/** `token` is folded. */
export const isCommonWord = (token: string, language: Language): boolean =>
  known.get(language)?.has(token) === true;
