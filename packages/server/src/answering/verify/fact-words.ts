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
  positive negative|hot cold|warm cool|start end|began ended|begin end|mandatory optional|legal illegal|possible impossible`
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

/** A word of the statement whose opposite, but not itself, is in the evidence. */
export function contradictingWord(statement: string, evidence: string): string | undefined {
  const said = new Set(plainWords(evidence));
  return plainWords(statement).find(
    (word) =>
      !said.has(word) &&
      (opposites.get(word) ?? "").split(" ").some((other) => other !== "" && said.has(other)),
  );
}
