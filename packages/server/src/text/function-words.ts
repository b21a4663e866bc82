import { tokenise } from "./terms.ts";

export type Language = "en" | "de" | "fr" | "es" | "it" | "pt" | "nl";

/**
 * Function words by language, folded: articles, prepositions, pronouns, auxiliaries, asking words. In a question they
 * carry no subject: "wann" and "cuánto" are not something that the sources could lack. They also show the language.
 */
const words: Record<Language, string> = {
  en: `a about above after all am an and any are as at be been before being between both but by can could did do does
    for from had has have having he her his how i if in into is it its just may me might more most must my no not of off
    on once only or other our ours out over she should so some such than that the their them then there these they this
    those to under until up us we was were what when where which while who whom whose why will with within without would
    you your`,
  de: `ab alle allem allen aller alles als also am an auch auf aus bedeutet bei beim bin bis bist bitte da dann darf darfst das dass dein dem den denn der des dich die dies
    diese diesem diesen dieser dieses dir doch du durch ein eine einem einen einer eines er es etwas euch fur gegen gibt
    habe haben hast hat hatte hatten heisst ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder
    jedes kann kannst kein keine keinen konnen kostet konnte man mein meine meinem meinen meiner mich mir mit muss mussen musst nach nicht noch
    nun nur ob oder ohne sein seine seit sich sie sind so soll sollen sollte uber um und uns unser unsere unter vom von vor war
    waren wann warum was welche welchem welchen welcher welches wem wen wenn wer werde werden weshalb wessen wie wieso
    wieviel wieviele viel viele lange oft hoch wird wir wo woher wofur wohin womit woran wurde wurden zu zum zur`,
  fr: `a ai ainsi apres au aux avant avec avez avoir avons ce ces cela cet cette ceux chaque chez combien comment dans de des
    depuis dois doit doivent du elle elles en entre es est et etaient etait ete etes etre eu faut il ils j je l la laquelle le
    lequel les lesquels leur leurs lorsque lui m ma mais me meme mes moi mon n ne nos notre nous on ont ou par pas pendant peut peuvent peux plus
    pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si signifie soit son sont sous suis sur t ta te
    tes toi ton tous tout toute toutes tu un une vers vos votre vous y d c`,
  es: `a al algo algun alguna ante antes aquel asi aun cada como con contra cual cuales cuando cuanta cuantas cuanto cuantos de
    debe deben debo del desde donde durante e el ella ellas ellos en entre era eran es esa ese eso esta estaba estan estas este esto
    estos fue fueron ha hace haber habia han hasta hay he la las le les lo los mas me mi mis mientras muy ni no nos nuestra nuestro o os
    otra otro para pero por porque puede pueden puedo que quien quienes se sea segun ser si significa sin sobre solo son soy su sus tambien
    tan te tiene tienen tienes tengo todas todo todos tu tus un una unas uno unos usted y ya`,
  it: `a ad agli ai al alla alle allo anche avere c che chi ci cio col come con contro cosa cui da dagli dai dal dalla dalle
    de degli dei del dell della delle dello deve devo devono di dopo dove durante e ed era erano essere fino fra fu gli ha hai hanno
    ho i il in io l la le lei lo loro lui ma me mi mia mie miei mio ne negli nei nel nell nella nelle nello no noi non nostra nostro o ogni per
    perche piu po poi posso possono prima puo puoi qual quale quali quando quanta quante quanti quanto quella quello questa
    queste questi questo se sei senza si sia siamo significa sono sta stato su sua sue sugli sui sul sull sulla sulle suo suoi tra tu tutte tutti tutto un una uno vi
    voi vostra vostro`,
  pt: `a ao aos as ate cada com como contra da das de dela dele depois desde deve devem do dos e ela elas ele eles em entre era
    eram essa esse esta estao estar este eu foi foram ha isso isto ja la lhe mais mas me mesmo meu meus minha muito na nao nas
    nem no nos nossa nosso num numa o onde os ou para pela pelas pelo pelos pode podem por porque posso qual quais quando quanta quantas
    quanto quantos que quem se sem ser sera seu significa seus so sobre sua suas tambem te tem tenho ter teu tua um uma umas uns voce voces`,
  nl: `aan als betekent bij daar dan dat de den der deze die dit doen door dus een en er ge geen haar had hadden heb hebben heeft hem
    het hier hij hoe hoelang hoeveel hun ik in is ja je jij jullie kan kun kunnen maar mag me men met mij mijn moet moeten na naar niet nog nu of om omdat
    ons onze ook op over te ten ter tot u uit uw van veel voor waar waarom wanneer waren was wat we welk welke werd werden wie wiens wij
    wil word worden wordt ze zich zij zijn zo zou zonder zullen`,
};

const known = new Map(
  (Object.keys(words) as Language[]).map((language) => [
    language,
    new Set(words[language].trim().split(/\s+/)),
  ]),
);
const languages = [...known.keys()];

/** `token` is folded. */
export const isFunctionWord = (token: string, language: Language): boolean =>
  known.get(language)?.has(token) === true;

/** Whether any of the languages has it. `token` is folded. */
export const isAnyFunctionWord = (token: string): boolean =>
  languages.some((language) => isFunctionWord(token, language));

/** Words that say little about a language, because several have them. */
const shared = new Set(
  "a an as at b c d de e en i in is l la le me no o on s se si so te to tu un una".split(" "),
);

/** The letters of a code: "DE 40" and "error O 9" are neither French nor Italian. */
const codeLetters = /(?<![\p{L}\p{N}])\p{Lu}{1,4}(?=[\s-]?\d)/gu;

/**
 * The language that has the most of the function words of a text; null when the text has none. Single letters alone tell
 * nothing.
 */
export function languageOf(text: string): Language | null {
  const tokens = tokenise(text.replace(codeLetters, " ")).flatMap((token) => partsOf(token.text));
  let best: Language | null = null;
  let most = 0;
  for (const language of languages) {
    let [count, isWord] = [0, false];
    for (const token of tokens) {
      if (!isFunctionWord(token, language)) continue;
      count += shared.has(token) ? 0.4 : 1;
      isWord ||= token.length > 1;
    }
    if (isWord && count > most) [best, most] = [language, count];
  }
  return best;
}

/** The parts of a word that an apostrophe joins: "l'hôtel" → "l", "hotel". English endings stay. */
export const partsOf = (token: string): string[] => {
  const at = token.indexOf("'");
  return at < 0 || at > 5 || token.length - at < 3 ? [token] : [token.slice(0, at), token.slice(at + 1)];
};

/**
 * Asking words of languages written without spaces. They are removed before the text is split into pairs of characters.
 */
export const unspacedAsking =
  /什么|什麼|谁|誰|哪里|哪裡|哪个|哪一|哪|多少|几|幾|为什么|為什麼|怎么|怎麼|如何|何时|何時|吗|嗎|呢|いつ|どこ|なぜ|どう|どの|どれ|どんな|いくら|いくつ|何[人年月日時分個件円本回台]?|ですか|ますか|でしたか|ましたか|か？|か$/gu;
