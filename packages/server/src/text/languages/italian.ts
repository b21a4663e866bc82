import type { LanguageWords } from "./language-words.ts";

export const italian: LanguageWords = {
  stopWords: `a ad agli ai al alla alle allo anche ancora avere aveva c che chi ci ciò come con contro cosa cui da
    dagli dai dal dalla dalle dallo degli dei del dell della delle dello dentro di dopo dove dov'è due e è
    ed era erano essere fa fra già gli ha hai hanno ho i il in io la le lei li lo loro lui ma me mi mia mie
    miei mio molto ne negli nei nel nella nelle nello noi non nostra nostro o ogni oppure per perché però
    più poi prima può qual quale quali quando quanta quante quanti quanto quel quella quelle quelli quello
    questa queste questi questo qui sarà se sei senza si sia sono sotto sta stata stati stato su sua sue
    sugli sui sul sulla sulle suo suoi tra tu tua tuo tutta tutte tutti tutto un una uno vi voi`,
  functionWords: `a ad agli ai al alla alle allo anche avere c che chi ci cio col come con contro cosa cui da dagli dai
    dal dalla dalle de degli dei del dell della delle dello deve devo devono di dopo dove durante e ed era
    erano essere fino fra fu gli ha hai hanno ho i il in io l la le lei lo loro lui ma me mi mia mie miei
    mio ne negli nei nel nell nella nelle nello no noi non nostra nostro o ogni per perche piu po poi posso
    possono prima puo puoi qual quale quali quando quanta quante quanti quanto quella quello questa queste
    questi questo se sei senza si sia siamo significa sono sta stato su sua sue sugli sui sul sull sulla
    sulle suo suoi tra tu tutte tutti tutto un una uno vi voi vostra vostro`,
  commonWords: `fare fa fanno faccio andare va vanno ottenere dare prendere mettere trovare trova serve bisogno sapere
    dire dice chiama succede possibile esattamente attualmente circa esempio gente persona persone nome anno
    data giorno mese tempo luogo paese citta numero tipo modo documento testo fonte file cosa usare spiegare
    descrivere molto molta caso`,
  negations: "non mai senza nessun nessuna",
  denials: "nessuno niente nulla",
  limits: "eccetto soltanto secondo",
  conditionals: "eccetto",
  hiddenDenials: "evitare impedire senza contro",
  reservations: "se eccetto soltanto fino quasi circa",
  strengths: {
    may: "puo",
    must: "deve devono",
    should: "dovrebbe",
    always: "sempre",
    all: "tutti tutte",
    most: "maggior",
    more: "piu",
    less: "meno",
  },
  months: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  monthBeginnings: "gen feb mar apr mag giu lug ago set ott nov dic",
  weekdays: "lunedi martedi mercoledi giovedi venerdi sabato domenica",
  numbers: {
    1: "un uno una",
    2: "due",
    3: "tre",
    4: "quattro",
    5: "cinque",
    6: "sei",
    7: "sette",
    8: "otto",
    9: "nove",
    10: "dieci",
    11: "undici",
    12: "dodici",
    14: "quattordici",
    15: "quindici",
    18: "diciotto",
    20: "venti",
    24: "ventiquattro",
    30: "trenta",
    40: "quaranta",
    50: "cinquanta",
    60: "sessanta",
    90: "novanta",
    100: "cento",
  },
  scales: { mille: 1000, milioni: 1000000, miliardi: 1000000000 },
  patterns: {
    months: `feb(?:braio)? mar(?:zo)? apr(?:ile)? maggio giu(?:gno)? lug(?:lio)? ago(?:sto)? set(?:tembre)?
      ott(?:obre)? nov(?:embre)? dic(?:embre)?`,
    weekdays: "lunedi martedi mercoledi giovedi venerdi sabato domenica",
    times: "oggi domani ieri secolo mezzogiorno mezzanotte primavera estate autunno inverno",
    units: "secondi minuti or[ae] giorn[oi] nott[ei] settiman[ae] mes[ei] ann[oi] secol[oi]",
    numbers: `uno una due tre quattro cinque sei sette otto nove dieci undici dodici quindici quattordici venti trenta
      cento mila nessun\\w*`,
  },
};
