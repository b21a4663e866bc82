import { foldAccents } from "../../text/terms.ts";

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Words that begin a description of a thing, in seven languages: "the city where the museum is". */
const relatives = words(
  `whose which that who where whom when wo deren dessen welche welcher welches welchem welchen
   dont qui que ou laquelle lequel cuyo cuya donde quien cujo cuja onde quem cui che dove
   dat waar wiens waarin waarvan`,
);
/** Words that hang one thing on another: "the author of the book". Words such as "do" are left out: English has them too. */
const links = words(
  `of in by from to with for von vom des der im aus zum zur
   de du del della dello dei degli da dos di nel nella van het uit`,
);
const word = /[\p{L}\p{M}\p{N}]+(?:['’]s(?!\p{L}))?/gu;
/** A longer text is not a question, but something pasted. */
const maxWords = 60;

/**
 * Whether a question looks as if its answer joins facts: it names a thing, and describes another by that one, as in "the
 * county in which Johnnycake is located". One relative word behind the first words shows it, or two links.
 */
export function joinsFacts(question: string): boolean {
  const [, ...later] = question.match(word) ?? [];
  if (later.length >= maxWords) return false;
  if (!later.some((each) => /^\p{Lu}./u.test(each))) return false;
  const folded = later.map(foldAccents);
  const linked = folded.filter((each) => links.has(each) || /['’]s$/u.test(each)).length;
  return linked >= 2 || folded.slice(1).some((each) => relatives.has(each));
}
