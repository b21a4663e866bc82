import type { LanguageWords } from "./language-words.ts";

export const dutch: LanguageWords = {
  stopWords: `aan achter al alle alles als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus
    een eens en er ge geen geweest haar had heb hebben heeft hem het hier hij hoe hoeveel hun iemand iets ik
    in is ja je kan kon kunnen maar me meer men met mij mijn moet moeten na naar niet niets nog nu of om
    omdat onder ons onze ook op over reeds te tegen toch toen tot tussen u uit uw van veel voor waar waarom
    wanneer want waren was wat we welk welke werd wezen wie wij wil worden wordt zal ze zelf zich zij zijn
    zo zonder zou`,
  functionWords: `aan als betekent bij daar dan dat de den der deze die dit doen door dus een en er ge geen haar had
    hadden heb hebben heeft hem het hier hij hoe hoelang hoeveel hun ik in is ja je jij jullie kan kun
    kunnen maar mag me men met mij mijn moet moeten na naar niet nog nu of om omdat ons onze ook op over te
    ten ter tot u uit uw van veel voor waar waarom wanneer waren was wat we welk welke werd werden wie wiens
    wij wil word worden wordt ze zich zij zijn zo zou zonder zullen`,
  commonWords: `doen doet gaan gaat krijgen krijg krijgt geven geeft nemen neemt maken maakt vinden vind nodig weten
    zeggen zegt heet gebeurt mogelijk precies eigenlijk momenteel ongeveer voorbeeld mensen persoon naam
    jaar datum dag maand tijd plaats land stad aantal soort manier document tekst bron bestand ding
    gebruiken uitleggen beschrijven veel meer lang`,
  negations: "niet nooit geen zonder",
  denials: "niemand niets",
  limits: "tenzij behalve alleen volgens",
  conditionals: "tenzij behalve",
  reservations: "als tenzij behalve alleen tot bijna ongeveer",
  strengths: {
    may: "kan kunnen",
    must: "moet moeten",
    always: "altijd",
    all: "alle",
    more: "meer",
    less: "minder",
  },
  months: "januari februari maart april mei juni juli augustus september oktober november december",
  monthBeginnings: "jan feb maa/mar apr mei jun jul aug sep okt nov dec",
  weekdays: "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
  numbers: {
    1: "een",
    2: "twee",
    3: "drie",
    4: "vier",
    5: "vijf",
    6: "zes",
    7: "zeven",
    8: "acht",
    9: "negen",
    10: "tien",
    11: "elf",
    12: "twaalf",
    14: "veertien",
    15: "vijftien",
    18: "achttien",
    20: "twintig",
    24: "vierentwintig",
    30: "dertig",
    40: "veertig",
    50: "vijftig",
    60: "zestig",
    90: "negentig",
    100: "honderd",
  },
  scales: { miljoen: 1000000 },
  patterns: {
    months: `jan(?:uari)? feb(?:ruari)? maart mrt apr(?:il)? mei jun(?:i)? jul(?:i)? aug(?:ustus)? sept?(?:ember)?
      okt(?:ober)? nov(?:ember)? dec(?:ember)?`,
    weekdays: "(?:maan|dins|woens|donder|vrij|zater|zon)dag",
    times: "vandaag gisteren dagelijks eeuw middag middernacht",
    units: "seconden minuten uur uren dag dagen nacht nachten weken maand maanden jaar jaren",
    numbers: "een twee drie vier vijf zes zeven acht negen tien elf twaalf twintig honderd duizend geen",
  },
};
