import type { LanguageWords } from "./language-words.ts";

export const german: LanguageWords = {
  stopWords: `aber alle allem allen aller alles als also am an andere anderem anderen anderer anderes auch auf aus bei
    beim bin bis bist da damit dann das dass daß dazu dein deine deinem deinen deiner dem den denn der deren
    des dessen dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen
    einer eines er es etwas euch euer eure für gegen hab habe haben hat hatte hatten hier hin hinter ich ihm
    ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes jene jenem
    jenen jener jenes jetzt kann kein keine keinem keinen keiner können könnte mal man manche mein meine
    meinem meinen meiner mich mir mit muss musste müssen nach nicht nichts noch nun nur ob oder ohne sehr
    sein seine seinem seinen seiner seit sich sie sind so solche soll sollte sollen sondern sonst über um
    und uns unser unsere unter viel vom von vor wann war waren warum was weg weil welche welchem welchen
    welcher welches wem wen wenn wer werde werden weshalb wessen wie wieder wieso will wir wird wo woher
    wohin wollen wollte womit worden wurde wurden würde würden wäre zu zum zur zwar zwischen`,
  functionWords: `ab alle allem allen aller alles als also am an auch auf aus bedeutet bei beim bin bis bist bitte da dann
    darf darfst das dass dein dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch
    du durch ein eine einem einen einer eines er es etwas euch fur gegen gibt habe haben hast hat hatte
    hatten heisst ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem jeden jeder jedes
    kann kannst kein keine keinen konnen kostet konnte man mein meine meinem meinen meiner mich mir mit muss
    mussen musst nach nicht noch nun nur ob oder ohne sein seine seit sich sie sind so soll sollen sollte
    uber um und uns unser unsere unter vom von vor war waren wann warum was welche welchem welchen welcher
    welches wem wen wenn wer werde werden weshalb wessen wie wieso wieviel wieviele viel viele lange oft
    hoch wird wir wo woher wofur wohin womit woran wurde wurden zu zum zur`,
  commonWords: `machen macht gemacht geht gehen gibt geben kommt kommen bekommen bekomme bekommt finden finde findet
    brauchen brauche braucht nehmen nimmt tun tut wissen heissen passiert passieren moglich genau eigentlich
    aktuell ungefahr beispiel leute person name jahr datum tag monat zeit ort land stadt zahl anzahl art
    weise dokument text quelle datei ding sache sagen steht stehen gilt gelten lassen lasst melde erhalten
    erhalte erhalt hauptsachlich nennen beschreiben erklaren sehr mehr`,
  negations: "nicht nie kein keine keiner keinen ohne",
  denials: "keinem keines niemals niemand nichts weder",
  limits: "wenn falls sofern ausser nur laut angeblich solange soweit",
  conditionals: "wenn falls sofern ausser solange soweit",
  hiddenDenials: "vermeiden verhindern ohne gegen frei",
  reservations: "wenn falls ausser nur bis sofern angeblich würde könnte fast etwa rund mindestens höchstens",
  strengths: {
    may: "kann konnen darf durfen",
    must: "muss mussen",
    should: "soll sollte sollten",
    always: "immer",
    all: "alle jeder jede jedes",
    most: "meisten",
    more: "mehr",
    less: "weniger",
    least: "mindestens",
  },
  months: "januar februar marz april mai juni juli august september oktober november dezember",
  monthBeginnings: "jan feb mar/mrz apr mai jun jul aug sep okt nov dez",
  weekdays: "montag dienstag mittwoch donnerstag freitag samstag sonntag",
  numbers: {
    1: "ein eine einen einem einer eins",
    2: "zwei",
    3: "drei",
    4: "vier",
    5: "funf",
    6: "sechs",
    7: "sieben",
    8: "acht",
    9: "neun",
    10: "zehn",
    11: "elf",
    12: "zwolf",
    14: "vierzehn",
    15: "funfzehn",
    18: "achtzehn",
    20: "zwanzig",
    24: "vierundzwanzig",
    30: "dreissig",
    40: "vierzig",
    50: "funfzig",
    60: "sechzig",
    90: "neunzig",
    100: "hundert",
  },
  scales: {
    tausend: 1000,
    millionen: 1000000,
    mio: 1000000,
    milliarde: 1000000000,
    milliarden: 1000000000,
    mrd: 1000000000,
  },
  units: {
    min: "minuten",
    h: "stunde stunden",
    day: "tag tage tagen",
    week: "woche wochen",
    month: "monat monate monaten",
    year: "jahr jahre jahren",
  },
  patterns: {
    months: `jan(?:uar)? feb(?:ruar)? marz maerz apr(?:il)? mai jun(?:i)? jul(?:i)? aug(?:ust)? sept?(?:ember)?
      okt(?:ober)? nov(?:ember)? dez(?:ember)?`,
    weekdays: "(?:mon|diens|donners|frei|sams|sonn)tags? mittwochs?",
    times: `heute morgen gestern taglich wochentlich monatlich jahrlich jahrhundert mittag mitternacht werktags
      sofort fruhjahr fruhling herbst`,
    units: `sekunden? minuten? stunden? tagen? tage? nachte? wochen? monate? monaten quartale? jahre? jahren
      werktagen?`,
    numbers: `ein eine einer einen zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig dreissig hundert
      tausend millionen? milliarden? halb halfte drittel funftel viertel elftel kein keine beide`,
  },
};
