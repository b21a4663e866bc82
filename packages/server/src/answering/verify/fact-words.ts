import { foldAccents } from "../../text/terms.ts";

const set = (words: string): Set<string> => new Set(words.split(/\s+/).map(foldAccents));

/**
 * Words that deny, in seven languages. French "ne", English "nor" and their like only accompany another one, so they do
 * not count.
 */
const negations = set(`
  not no never none nobody nothing neither without cannot nowhere hardly lack lacks lacked lacking fail fails failed
  failing false untrue incorrect denied denies deny
  nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder
  pas jamais aucun aucune sans rien personne
  nunca jamas ningun ninguna ninguno sin nada tampoco
  nao nenhum nenhuma sem
  non mai nessun nessuno nessuna senza niente nulla
  niet geen nooit zonder niemand niets`);

/** Words that a clause begins with which limits another one, or says whose word it is. Dropped, the rest says more. */
const limits = set(`
  if unless except until provided providing otherwise only solely exclusively alleged allegedly supposedly reportedly claim
  claimed claims rumour rumor rumoured rumored according believe believed believes myth doubt false hypothetical suppose
  wenn falls sofern ausser nur laut angeblich solange soweit
  si sauf seulement selon uniquement jusqu salvo excepto solo segun hasta
  exceto apenas segundo eccetto soltanto secondo tenzij behalve alleen volgens`);
/** Those that a clause begins with: without it the rest holds always. */
const conditionals = set(`
  if unless except until provided providing wenn falls sofern ausser solange soweit sauf salvo excepto exceto eccetto tenzij behalve`);
/** Words that deny in another way than "not": against one of them a missing "not" proves nothing. */
const hiddenDenials = set(`
  avoid avoids avoided avoiding unable impossible prevent prevents prevented refuse refuses refused lack lacks lacked lacking
  fail fails failed failing false untrue incorrect without unlike instead against deny denies denied exempt absence
  vermeiden verhindern ohne gegen frei eviter empecher sans contre evitar impedir sin contra evitare impedire senza contro`);
/** Claims of which the first is stronger than what a text says with the second. */
const stronger = new Map(
  Object.entries({
    must: "may should",
    may: "must",
    least: "most",
    most: "least",
    rarely: "often always",
    always: "may should often sometimes most some",
    all: "most some sometimes often",
    more: "less",
    less: "more",
  }).map(([strong, weak]) => [strong, new Set(weak.split(" "))]),
);

/** How sure or how often: what may be is not what must be. Each group is one claim. */
const strengths = new Map<string, string>();
for (const group of `may might can could possibly perhaps maybe kann konnen darf durfen peut peuvent puede pueden puo kan kunnen
  must shall required requires require mandatory obligatory muss mussen doit doivent debe deben deve devono moet moeten
  should ought recommended soll sollte sollten devrait deberia dovrebbe
  always invariably immer toujours siempre sempre altijd
  often usually frequently generally typically normally commonly mostly
  sometimes occasionally
  rarely seldom
  all every each entire whole alle jeder jede jedes tous toutes todos todas tutti tutte
  most majority meisten plupart mayoria maggior
  some several few many
  more mehr plus mas piu meer
  less fewer weniger moins menos meno minder
  least mindestens
  almost nearly`
  .trim()
  .split(/\n\s*/)) {
  const [name = "", ...others] = group.split(" ").map(foldAccents);
  for (const word of [name, ...others]) strengths.set(word, name);
}

const conditions = set(`
  if unless except only until provided otherwise but however although though alleged allegedly supposedly claimed claims
  rumour rumor rumoured myth doubt doubtful unlikely wrong wrongly mistaken mistakenly pretend pretended hypothetical
  suppose supposing would could might may should whether instead rather before after former formerly almost nearly
  approximately about roughly around estimated least most up maximum minimum million billion trillion thousand hundred
  percent exclude excluding excludes refuse refused refuses deny denied denies prohibit prohibited forbidden
  wenn falls ausser nur bis sofern angeblich würde könnte fast etwa rund mindestens höchstens
  si sauf sinon seulement jusqu environ presque selon
  salvo excepto solo hasta casi
  se exceto apenas ate quase
  eccetto soltanto fino quasi circa
  als tenzij behalve alleen tot bijna ongeveer`);

/** Pairs of which one denies the other, when both are said of the same thing. */
const opposites = new Map<string, string>();
for (const [a = "", b = ""] of `
  increase decrease|increased decreased|increases decreases|rise fall|rose fell|rises falls|grew shrank|more less|more fewer
  higher lower|high low|above below|before after|earlier later|maximum minimum|max min|most least|all none|always never
  include exclude|includes excludes|included excluded|including excluding|accept reject|accepted rejected|allow forbid
  allowed forbidden|allowed prohibited|permitted prohibited|must may|win lose|won lost|buy sell|bought sold|first last
  true false|same different|up down|open closed|north south|east west|left right|employer employee|lessor lessee
  seller buyer|landlord tenant|gain loss|profit loss|success failure|import export|imports exports|debit credit|inside outside
  early late|positive negative|hot cold|warm cool|start end|began ended|begin end|mandatory optional|legal illegal|possible impossible`
  .trim()
  .split(/[|\n]\s*/)
  .map((pair) => pair.trim().split(" "))) {
  opposites.set(a, `${opposites.get(a) ?? ""} ${b}`.trim());
  opposites.set(b, `${opposites.get(b) ?? ""} ${a}`.trim());
}

/** Words folded for comparison. "don't" is two: "do" and "not". */
export const plainWords = (text: string): string[] =>
  foldAccents(text.replace(/[’‘]/g, "'"))
    .replace(/\bcan't\b/g, "can not")
    .replace(/\bwon't\b/g, "will not")
    .replace(/n't\b/g, " not")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export const countNegations = (text: string): number =>
  plainWords(text).filter((word) => negations.has(word)).length;

/** Whether a piece of a sentence denies, limits or conditions the rest, so that the rest alone may say something else. */
export const turnsMeaning = (text: string): boolean =>
  plainWords(text).some((word) => negations.has(word) || conditions.has(word));

export const denies = (word: string): boolean => negations.has(word);

export const limitsMeaning = (word: string): boolean => limits.has(word);

/** The group of words of one strength that a word belongs to: "might" is a "may". Undefined for other words. */
export const strengthOf = (word: string): string | undefined => strengths.get(word);

export const isConditional = (word: string): boolean => conditionals.has(word);

export const mayDeny = (word: string): boolean => hiddenDenials.has(word);

/** Whether one strength claims more than another: "always" where the text says "may". */
export const claimsMore = (said: string, shown: string): boolean => stronger.get(said)?.has(shown) ?? false;

export const areOpposites = (a: string, b: string): boolean =>
  (opposites.get(a) ?? "").split(" ").includes(b);
