/** Words that stand before nouns, hardly ever before names. */
const determiners =
  "der|die|das|den|dem|des|ein|eine|einem|einen|einer|eines|kein|keine|keinen|keiner|zum|zur|im|am|vom|beim|ins|diese[mnrs]?|jede[mnrs]?|alle[nr]?|seine?[mnrs]?|ihre?[mnrs]?|unsere?[mnrs]?";
const afterDeterminer = new RegExp(`(?<!\\p{L})(?:${determiners})\\s+(\\p{Lu}[\\p{L}-]+)`, "giu");
const nounEnding =
  /(?:ung|ungen|heit|heiten|keit|keiten|schaft|schaften|tion|tionen|tät|täten|nis|nisse|ismus|ling|tum)$/u;

/**
 * German writes every noun with a capital. A word counts as an ordinary noun when any of the texts has an article before
 * it, or its ending says so. Names with an article ("die Schweiz") are lost by that.
 */
export function createIsGermanNoun(texts: Iterable<string>): (word: string) => boolean {
  const nouns = new Set<string>();
  for (const text of texts) for (const [, noun = ""] of text.matchAll(afterDeterminer)) nouns.add(noun);
  return (word) => nouns.has(word) || nounEnding.test(word);
}
