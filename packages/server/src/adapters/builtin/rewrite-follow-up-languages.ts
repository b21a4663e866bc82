import { isFunctionWord, partsOf } from "../../text/function-words.ts";
import type { Language } from "../../text/languages.ts";
import { tokenise } from "../../text/terms.ts";
import { type Phrase, replacePhrase, timesIn } from "./question-phrases.ts";
import type { FollowUp } from "./rewrite-follow-up-evidence.ts";

type OtherLanguage = Exclude<Language, "en">;

/** Words that open a follow-up: "und", "et pour". */
const openings: Record<OtherLanguage, RegExp> = {
  de: /^(?:(?:und|aber|oder)\s+)?(?:(?:was ist|wie ist es|wie steht es) mit\s+)?/i,
  fr: /^(?:(?:et|mais|ou)\s+)?(?:qu'en est-il (?=d[eu']))?/i,
  es: /^¿?\s*(?:(?:y|e|pero|o)\s+)?(?:qu[eé] (?:pasa con|hay de)\s+)?/i,
  it: /^(?:(?:e|ed|ma|o)\s+)?(?:che (?:ne [eè]|dire) (?=d))?/i,
  pt: /^(?:(?:e|mas|ou)\s+)?(?:quanto (?=a))?/i,
  nl: /^(?:(?:en|maar|of)\s+)?(?:hoe zit het met\s+)?/i,
};

const prepositions: Record<OtherLanguage, RegExp> = {
  de: /^(?:beim?|i[mn]s?|a[mn]s?|auf|für|mit|ohne|nach|vor|seit|ab|bis|zu[mr]?|vo[nm]|während|unter|über)\s/i,
  fr: /^(?:(?:à|aux?|en|dans|pour|par|sur|sous|chez|avec|sans|depuis|après|avant|du?|des?|pendant)\s|[dàl]'(?=\d))/i,
  es: /^(?:al?|en|para|por|con|sin|desde|hasta|del?|durante|sobre)\s/i,
  it: /^(?:(?:ad?|al(?:lo|la|le)?|a(?:i|gli)|in|ne(?:l|lla|i|gli|lle)|per|con|senza|da(?:l|lla)?|di|de(?:l|lla|i)|su(?:l|lla)?|tra|fra)\s|(?:all|dell|nell|dall|sull)')/i,
  pt: /^(?:em|n[oa]s?|para|por|com|sem|d[eoa]s?|aos?|até)\s/i,
  nl: /^(?:in|op|bij|voor|met|zonder|van|naar|na|sinds|tot|tijdens|aan)\s/i,
};

const determiners: Record<OtherLanguage, RegExp> = {
  de: /(?<!\p{L})(?:der|die|das|den|dem|des|(?:ein|mein|unser|ihr)(?:e[mnrs]?)?)\s+/giu,
  fr: /(?<!\p{L})(?:(?:l[ae]s?|une?|m(?:on|a|es)|nos|notre|vos|votre)\s+|l['’])/giu,
  es: /(?<!\p{L})(?:el|l[ao]s?|un[ao]?s?|mis?|sus?)\s+/giu,
  it: /(?<!\p{L})(?:(?:il|l[aoe]|i|gli|un[ao]?)\s+|(?:un|l|nell|dell|all)['’])/giu,
  pt: /(?<!\p{L})(?:[oa]s?|uma?s?|meus?|minhas?)\s+/giu,
  nl: /(?<!\p{L})(?:de|het|een|mijn|onze?)\s+/giu,
};

/** Words that stand for what was asked about before. Capitals count: "Sie" is the person asked. */
const pronouns: Record<OtherLanguage, RegExp> = {
  de: /(?<!\p{L})(?:er|sie|ihn|ihm|davon|dafür|damit|daran|dazu|deren|dessen)(?!\p{L})/u,
  fr: /(?<!\p{L})(?:(?<!y a-t-|faut-|est-)il(?! (?:y a|faut|est))|elles?|ils|cela|ça)(?!\p{L})/u,
  es: /\p{L}{2}[aei]r(?:l[ao]s?|les?)(?!\p{L})|(?<!\p{L})(?:ellos|ellas|eso)(?!\p{L})/u,
  it: /\p{L}{2}[aei]r(?:l[aeio]|ne)(?!\p{L})|(?<!\p{L})(?:ess[aeio]|ciò)(?!\p{L})/u,
  pt: /\p{L}{2}[aei]-l[ao]s?(?!\p{L})|(?<!\p{L})(?:eles?|elas?|isso)(?!\p{L})/u,
  nl: /(?<!\p{L})(?:hij|hem|ervan|daarvan|ervoor|daarvoor)(?!\p{L})/u,
};

const maxFragmentWords = 8;

/**
 * What a follow-up in another language than English means. A fragment replaces the year or the topic of the question before, or is added to it. The topic is added in brackets to a
 * question with a pronoun, because replacing a pronoun takes cases and genders.
 */
export function followUpIn(language: OtherLanguage, asked: string, before: string): FollowUp {
  const bare = withoutMark(asked).replace(openings[language], "");
  const opened = bare.length < withoutMark(asked).replace(/^¿\s*/, "").length;
  const topic = topicOf(language, before);
  const mark = before.startsWith("¿") ? "¿" : "";
  if (isFragment(language, bare, opened))
    return { completions: putInto(before, bare, topic, prepositions[language].test(bare)), refers: false };
  if (!topic || !pronouns[language].test(bare)) return { completions: [], refers: false };
  return { completions: [`${mark}${capitalised(bare)} (${topic.noun.text})?`], refers: true };
}

function putInto(before: string, fragment: string, topic: Topic | null, isPlaced: boolean): string[] {
  const time = timesIn(before).at(-1);
  const newTime = timesIn(fragment).at(-1);
  if (time && newTime) return [`${replacePhrase(before, time, newTime.text)}?`];
  if (isPlaced || !topic) return [`${before} ${fragment}?`];
  return [`${replacePhrase(before, topic.whole, fragment)}?`, `${before} (${fragment})?`];
}

type Topic = { whole: Phrase; noun: Phrase };

export const withoutMark = (question: string): string => question.trim().replace(/[\s?!.…。？]+$/u, "");

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A few words that begin with a preposition, an article or a year after an opening. */
function isFragment(language: OtherLanguage, text: string, opened: boolean): boolean {
  if (!opened || text.split(/\s+/).length > maxFragmentWords) return false;
  if (pronouns[language].test(text)) return false;
  if (prepositions[language].test(text) || timesIn(text)[0]?.start === 0) return true;
  return [...text.matchAll(determiners[language])][0]?.index === 0;
}

/** The noun after the last article or possessive, with it and without. German nouns have a capital. */
function topicOf(language: OtherLanguage, question: string): Topic | null {
  for (const match of [...question.matchAll(determiners[language])].reverse()) {
    const start = match.index + match[0].length;
    let end = start;
    for (const token of tokenise(question.slice(start))) {
      const text = question.slice(start + token.start, start + token.end);
      if (partsOf(token.text).some((part) => isFunctionWord(part, language))) break;
      if (language === "de" && end > start && !/^\p{Lu}/u.test(text)) break;
      end = start + token.end;
    }
    if (end === start) continue;
    const whole = { text: question.slice(match.index, end), start: match.index, end };
    return { whole, noun: { text: question.slice(start, end), start, end } };
  }
  return null;
}
