import { languageOf } from "../text/detect-language.ts";
import { isAnyFunctionWord } from "../text/function-words.ts";
import { foldAccents, tokenise } from "../text/terms.ts";
import { type SmallTalk, type SmallTalkLanguage, smallTalkReplies } from "./messages.ts";

/** What is said beside questions: only whole messages match, so "hello world program" stays a question. */
const phrases: Record<SmallTalk, Record<SmallTalkLanguage, RegExp>> = {
  greeting: {
    en: /^(?:hi|hello|hey|howdy|greetings|good (?:morning|afternoon|evening|day))(?: there| all| everyone| headwater)?$|^how are you(?: doing)?(?: today)?$/,
    de: /^(?:hallo|guten (?:morgen|tag|abend)|moin|servus|gruss gott|grussgott)(?: zusammen)?$|^wie geht(?:'?s| es)(?: dir| ihnen)?$/,
    fr: /^(?:bonjour|bonsoir|salut|coucou)(?: a tous)?$|^(?:comment )?(?:ca va|allez[- ]vous)$/,
    es: /^(?:hola|buenos dias|buenas(?: tardes| noches)?)(?: a todos)?$|^(?:que tal|como estas?)$/,
    it: /^(?:ciao|salve|buongiorno|buonasera|buon giorno)(?: a tutti)?$|^come (?:stai|sta|va)$/,
  },
  thanks: {
    en: /^(?:ok |okay |great |perfect )?(?:thanks|thank you|thx|cheers)(?: (?:a lot|very much|so much|again|for (?:your|the) help))?$|^(?:bye|goodbye|see you)$/,
    de: /^(?:ok |super |perfekt )?(?:danke|vielen dank|herzlichen dank|besten dank)(?: (?:schon|dir|ihnen|sehr))?$|^(?:tschuss|auf wiedersehen)$/,
    fr: /^(?:ok |super |parfait )?merci(?: (?:beaucoup|bien|a vous|a toi))?$|^(?:au revoir|a bientot)$/,
    es: /^(?:ok |vale |perfecto )?(?:muchas |mil )?gracias(?: por (?:tu|su|la) ayuda)?$|^(?:adios|hasta luego)$/,
    it: /^(?:ok |perfetto )?(?:grazie|molte grazie|grazie mille|mille grazie)(?: a (?:te|lei|voi))?$|^(?:arrivederci|a presto)$/,
  },
  service: {
    en: /^(?:who|what) are you$|^what (?:can|do) you do(?: for me)?$|^how (?:do|can) (?:you|i) (?:work|help|use (?:you|this(?: service)?))$|^what can i ask(?: you)?$|^(?:help|help me)$|^are you (?:a |an )?(?:bot|robot|human|person|ai|machine|llm)$|^which (?:language )?model (?:are you|do you use)$/,
    de: /^(?:wer|was) (?:bist du|sind sie)$|^was (?:kannst du|konnen sie)(?: tun| alles)?$|^wie funktionierst du$|^was kann ich (?:dich |sie )?fragen$|^hilfe$|^bist du ein (?:bot|roboter|mensch)$/,
    fr: /^qui (?:es[- ]tu|etes[- ]vous)$|^que (?:sais|peux|pouvez)[- ](?:tu|vous) faire$|^comment (?:ca marche|fonctionnes[- ]tu)$|^que puis[- ]je (?:te |vous )?demander$|^aide$/,
    es: /^(?:quien|que) (?:eres|es usted)$|^que (?:puedes|sabes) hacer$|^como funcionas?$|^que (?:te )?puedo preguntar(?:te)?$|^ayuda$/,
    it: /^(?:chi|cosa|che cosa) sei$|^(?:che )?cosa (?:puoi|sai) fare$|^come funzioni$|^(?:che )?cosa posso chiedert?i?$|^aiuto$/,
  },
};

/** Longer messages are questions. */
const maxLength = 60;

/** "Wie viele waren da?" has function words only and asks for something. */
const maxWordsOfNothing = 3;
const saysNothing = /^(?:tell|say|ask|question|answer|hm+|ok|okay|test|sag|frage|dis|di)$/;

/**
 * The reply to a message that asks for nothing ("What?", "Tell me"), in its language; undefined for any other. A heading may
 * still be such a question, so it is given only where no source answers.
 */
export function replyToNothingAsked(message: string): string | undefined {
  const words = tokenise(foldAccents(message)).map(({ text }) => text);
  if (
    words.length > maxWordsOfNothing ||
    !words.every((word) => isAnyFunctionWord(word) || saysNothing.test(word))
  )
    return undefined;
  const language = languageOf(message) as SmallTalkLanguage | null;
  const { service } = smallTalkReplies;
  return service[language ?? "en"] ?? service.en;
}

/** The reply to a greeting, to thanks, to a question about the service itself, or to signs alone ("??"); else undefined. */
export function replyToSmallTalk(message: string): string | undefined {
  if (message.length > maxLength) return undefined;
  if (message.trim() !== "" && !/[\p{L}\p{N}]/u.test(message)) return smallTalkReplies.service.en;
  const said = foldAccents(message)
    .replace(/[!?.,;:¡¿…\s]+/gu, " ")
    .trim();
  for (const [kind, languages] of Object.entries(phrases) as [SmallTalk, (typeof phrases)[SmallTalk]][])
    for (const [language, pattern] of Object.entries(languages) as [SmallTalkLanguage, RegExp][])
      if (pattern.test(said)) return smallTalkReplies[kind][language];
  return undefined;
}
