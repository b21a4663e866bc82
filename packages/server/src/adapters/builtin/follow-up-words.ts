/** Words that open a follow-up, in seven languages: "and", "what about", "no, I mean", "und", "et pour". */
export const opening =
  /^¿?\s*(?:(?:(?:and|but|or|so|also|then|ok|okay|(?:(?:no|sorry)[,\s]+)?i mean|(?:no|sorry),|und|aber|oder|et|mais|ou|y|e|ed|pero|o|ma|mas|en|maar)(?![\p{L}\p{N}])[\s,]*)+(?:(?:what|how) about|was ist mit|wie ist es mit|wie steht es mit|qu'en est-il|qu[eé] (?:pasa con|hay de)|che ne [eè]|che dire|quanto|hoe zit het met)?\s*|(?:(?:what|how) about|was ist mit|wie ist es mit|wie steht es mit|qu'en est-il|qu[eé] (?:pasa con|hay de)|che dire|hoe zit het met)\s+)/iu;

/** The question before is meant once more. */
export const asksAgain =
  /^(?:please\s+)?(?:tell me more|more(?: details?)?|go on|continue|explain(?: that| this| it)?|elaborate)$/i;

/** "Why?", "when?", "how fast?" */
export const bareAsking =
  /^(?:for )?(?:why(?: not)?|when|where|who|how(?: \p{L}+)?|warum|wann|wo|wer|pourquoi|quand|où|por qu[eé]|cu[aá]ndo|d[oó]nde|perch[eé]|quando|dove|waarom|wanneer|waar)$/iu;

/** A question that is answered by a name. */
export const askingWords = /^(?:who|whom|which|what (?:is|was) the|wer|qui|qui[eé]n|chi|quem|wie)(?!\p{L})/iu;

/** Words that stand for what was asked before. Capitals count: the German "Sie" is the person asked. */
export const pronoun = new RegExp(
  [
    "(?<!\\p{L})(?:[Hh]e|[Hh]im|[Hh]is|[Ss]he|hers?|its?|[Tt]hey|[Tt]hem|theirs?|er|sie|ihn|ihm|davon|dafür|damit|daran|dazu|elles?|ils|cela|ça|ellos|ellas|eso|ess[aeo]|ciò|eles?|elas?|isso|hij|hem|ervan|daarvan|ervoor|daarvoor)(?!\\p{L})",
    "(?<!\\p{L})(?:there|ones?|this|that|these|those)$",
    "(?<!\\p{L})(?:this|that|these|those) (?:is|was|are|were|do|does|did|has|have|had|mean|happen|work|cost|take)(?!\\p{L})",
    "(?<!\\p{L})\\p{Ll}{2,}[aei](?:r(?:l[aeio]s?|les|ne)|-l[ao]s?)(?!\\p{L})",
    "^[Ww]hich(?: ones?)? (?:is|are|was|were) (?:(?:the )?(?:more|most|less|least) \\p{L}+|(?:the )?\\p{L}+(?:er|est))$",
  ].join("|"),
  "u",
);

/** "How long does it take to charge?": it stands for what follows. */
export const impersonal = /\bit\b.*\b(?:to|that|for|if)\b|\btime is it\b|\b(?:is|are|was|were) there\b/i;

/** What is behind the same preposition is replaced, and not what has the same article. */
export const article =
  /^(?:the|an?|d(?:er|ie|as|en|em|es)|le|las?|les|un[ae]?|el|los|il|lo|gli|i|os?|as|het|de|een)$/i;
