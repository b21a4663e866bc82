/**
 * Function words of questions in languages other than English: articles, prepositions, auxiliaries, asking words. They
 * are folded. Without this list, "wann" or "cuánto" would count as a subject that the sources do not mention.
 */
const words = `
  der die das den dem des ein eine einer eines einem einen und oder ist sind war waren hat haben wird werden wer wen wem
  wessen was wann wo wohin woher warum wieso weshalb wie viel viele lange oft hoch gross alt welche welcher welches welchen im in am an auf aus
  bei mit nach von vom zu zum zur fur uber es er sie
  le la les l un une des du de d et ou est sont etait etaient a ont qui que quoi quand ou comment pourquoi combien quel
  quelle quels quelles en dans sur pour par avec au aux ce cette ces il elle ils elles se sa son ses qu
  el los las una unos unas y o es son era eran fue fueron ha han quien quienes cuando donde como cuanto cuanta cuantos
  cuantas cual cuales por con para al del su sus se
  il lo gli uno i e sono era erano chi che cosa quando dove come perche quanto quanta quanti quante quale quali di da
  per tra fra nel nella della dello dei delle
  o os as um uma e quem quando onde como porque quanto quantos qual quais do da dos das no na nos nas em ao
  het een van op te ten en of wie wat wanneer waar waarom hoe hoeveel welke welk was waren heeft hebben voor bij met uit
`;

const known = new Set(words.trim().split(/\s+/));

export const isForeignFunctionWord = (token: string): boolean => known.has(token);

/**
 * Asking words of languages written without spaces. They are removed before the text is split into pairs of characters.
 */
export const unspacedAsking =
  /什么|什麼|谁|誰|哪里|哪裡|哪个|哪一|哪|多少|几|幾|为什么|為什麼|怎么|怎麼|如何|何时|何時|吗|嗎|呢|いつ|どこ|なぜ|どう|どの|どれ|どんな|いくら|いくつ|何[人年月日時分個件円本回台]?|ですか|ますか|でしたか|ましたか|か？|か$/gu;
