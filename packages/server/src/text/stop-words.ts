import { englishStopWords, isStopWord } from "./terms.ts";

/** Languages that are distinguished, each with stop words and a stemmer. Texts of others are read as English. */
export const languages = ["en", "de", "fr", "es", "pt", "it", "nl"] as const;
export type Language = (typeof languages)[number];

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Words that carry no subject: articles, prepositions, pronouns, auxiliaries and question words. With their accents. */
const stopWords: Record<Exclude<Language, "en">, ReadonlySet<string>> = {
  de: words(
    `aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes auch auf aus bei beim bin
     bis bist da damit dann das dass daß dazu dein deine deinem deinen deiner dem den denn der deren des dessen dich die
     dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er es etwas euch euer
     eure für gegen hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in
     indem ins ist ja jede jedem jeden jeder jedes jene jenem jenen jener jenes jetzt kann kein keine keinem keinen
     keiner können könnte mal man manche mein meine meinem meinen meiner mich mir mit muss musste müssen nach nicht
     nichts noch nun nur ob oder ohne sehr sein seine seinem seinen seiner seit sich sie sind so solche soll sollte
     sollen sondern sonst über um und uns unser unsere unter viel vom von vor wann war waren warum was weg weil welche
     welchem welchen welcher welches wem wen wenn wer werde werden weshalb wessen wie wieder wieso will wir wird wo woher
     wohin wollen wollte womit worden wurde wurden würde würden wäre zu zum zur zwar zwischen`,
  ),
  fr: words(
    `à ai ainsi alors après as au aucun aucune aussi autre autres aux avait avant avec avez avoir avons ayant car ce
     ceci cela celle celles celui ces cet cette ceux chaque chez ci comme comment contre d dans de depuis des donc dont
     du elle elles en encore entre es est et étaient était étant été être eu eux fait faut furent fut ici il ils j je
     jusqu l la là laquelle le lequel les lesquelles lesquels leur leurs lors lui m ma mais me même mes moi mon n ne ni
     nos notre nous on ont ou où par parce pas pendant peu peut peuvent plus pour pourquoi puis qu quand que quel quelle
     quelles quels qui quoi s sa sans se sera serait ses si sinon soit son sont sous suis sur t ta te tes toi ton tous
     tout toute toutes très tu un une vers voici voilà vos votre vous y c`,
  ),
  es: words(
    `a al algo algunas algunos ante antes aquel aquella aquellos así aunque cada como cómo con contra cual cuál cuáles
     cuales cuándo cuando cuánta cuántas cuánto cuántos cuyo cuya de del desde donde dónde dos durante e el él ella
     ellas ellos en entre era eran es esa esas ese eso esos esta está están estas este esto estos fue fueron ha había
     han hasta hay he la las le les lo los más me mi mientras mis muy nada ni no nos nosotros nuestra nuestro o otra
     otras otro otros para pero poco por porque puede pueden pues que qué quien quién quiénes quienes se sea según ser
     si sí sido sin sobre son su sus también tan tanto te tiene tienen toda todas todo todos tras tu tus un una unas
     uno unos usted ustedes y ya yo`,
  ),
  pt: words(
    `à ao aos aquela aquelas aquele aqueles aquilo as às assim até cada com como contra da das de dela dele deles depois
     desde dessa desse desta deste do dos e é ela elas ele eles em entre era eram essa essas esse esses esta está estão
     estas este estes eu foi foram há isso isto já lhe lhes mais mas me mesmo meu meus minha muito na nas não nem no nos
     nós nossa nosso num numa o os ou outra outras outro outros para pela pelas pelo pelos pode podem por porque qual
     quais quando quanta quantas quanto quantos que quem são se seja sem ser será seu seus só sob sobre sua suas também
     tem têm teu tinha tu tua um uma umas uns você vocês onde a`,
  ),
  it: words(
    `a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci ciò come con contro cosa cui da dagli dai dal
     dalla dalle dallo degli dei del dell della delle dello dentro di dopo dove dov'è due e è ed era erano essere fa fra
     già gli ha hai hanno ho i il in io la le lei li lo loro lui ma me mi mia mie miei mio molto ne negli nei nel nella
     nelle nello noi non nostra nostro o ogni oppure per perché però più poi prima può qual quale quali quando quanta
     quante quanti quanto quel quella quelle quelli quello questa queste questi questo qui sarà se sei senza si sia sono
     sotto sta stata stati stato su sua sue sugli sui sul sulla sulle suo suoi tra tu tua tuo tutta tutte tutti tutto un
     una uno vi voi`,
  ),
  nl: words(
    `aan achter al alle alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus een eens en
     er ge geen geweest haar had heb hebben heeft hem het hier hij hoe hoeveel hun iemand iets ik in is ja je kan kon
     kunnen maar me meer men met mij mijn moet moeten na naar niet niets nog nu of om omdat onder ons onze ook op over
     reeds te tegen toch toen tot tussen u uit uw van veel voor waar waarom wanneer want waren was wat we welk welke
     werd wezen wie wij wil worden wordt zal ze zelf zich zij zijn zo zonder zou`,
  ),
};

/** Whether a lowercase word, with its accents, is a stop word of the language. */
export const isStopWordOf = (language: Language, word: string): boolean =>
  language === "en" ? isStopWord(word) : stopWords[language].has(word);

const byWord = new Map<string, Language[]>();
for (const [language, list] of Object.entries({ en: englishStopWords, ...stopWords })) {
  for (const word of list) byWord.set(word, [...(byWord.get(word) ?? []), language as Language]);
}

/** The languages of which a lowercase word is a stop word. */
export const languagesOfStopWord = (word: string): readonly Language[] => byWord.get(word) ?? [];
