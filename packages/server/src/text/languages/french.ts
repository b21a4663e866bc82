import type { LanguageWords } from "./language-words.ts";

export const french: LanguageWords = {
  stopWords: `à ai ainsi alors après as au aucun aucune aussi autre autres aux avait avant avec avez avoir avons ayant
    car ce ceci cela celle celles celui ces cet cette ceux chaque chez ci comme comment contre d dans de
    depuis des donc dont du elle elles en encore entre es est et étaient était étant été être eu eux fait
    faut furent fut ici il ils j je jusqu l la là laquelle le lequel les lesquelles lesquels leur leurs lors
    lui m ma mais me même mes moi mon n ne ni nos notre nous on ont ou où par parce pas pendant peu peut
    peuvent plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se sera serait
    ses si sinon soit son sont sous suis sur t ta te tes toi ton tous tout toute toutes très tu un une vers
    voici voilà vos votre vous y c`,
  functionWords: `a ai ainsi apres au aux avant avec avez avoir avons ce ces cela cet cette ceux chaque chez combien
    comment dans de des depuis dois doit doivent du elle elles en entre es est et etaient etait ete etes
    etre eu faut il ils j je l la laquelle le lequel les lesquels leur leurs lorsque lui m ma mais me meme
    mes moi mon n ne nos notre nous on ont ou par pas pendant peut peuvent peux plus pour pourquoi puis qu
    quand que quel quelle quelles quels qui quoi s sa sans se sera ses si signifie soit son sont sous suis
    sur t ta te tes toi ton tous tout toute toutes tu un une vers vos votre vous y d c`,
  commonWords: `faire fait font aller va vont obtenir avoir donner donne prendre prend mettre trouver trouve besoin
    savoir dire dit appelle veut arrive passe possible exactement actuellement environ exemple gens personne
    nom annee date jour mois temps lieu pays ville nombre type genre facon document texte source fichier
    chose quelque utiliser beaucoup cas expliquer decrire`,
  negations: "pas jamais sans aucun aucune",
  halfNegations: "ne",
  denials: "rien personne",
  limits: "si sauf seulement selon uniquement jusqu",
  conditionals: "sauf",
  hiddenDenials: "eviter empecher sans contre",
  reservations: "si sauf sinon seulement jusqu environ presque selon",
  strengths: {
    may: "peut peuvent",
    must: "doit doivent",
    should: "devrait",
    always: "toujours",
    all: "tous toutes",
    most: "plupart",
    more: "plus",
    less: "moins",
  },
  months: "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
  monthBeginnings: "jan fev/fevr mar/mars avr mai juin/jun juil/jul aou sep oct nov dec",
  weekdays: "lundi mardi mercredi jeudi vendredi samedi dimanche",
  numbers: {
    1: "un une",
    2: "deux",
    3: "trois",
    4: "quatre",
    5: "cinq",
    6: "six",
    7: "sept",
    8: "huit",
    9: "neuf",
    10: "dix",
    11: "onze",
    12: "douze",
    14: "quatorze",
    15: "quinze",
    20: "vingt",
    30: "trente",
    40: "quarante",
    50: "cinquante",
    60: "soixante",
    90: "nonante",
    100: "cent",
  },
  scales: { mille: 1000, milliard: 1000000000, milliards: 1000000000 },
  units: { h: "heure heures", day: "jour jours", month: "mois", year: "an ans annee annees" },
  patterns: {
    months: `jan(?:vier)? fev(?:rier)? fevr mars avr(?:il)? mai juin juil(?:let)? aout sept?(?:embre)? oct(?:obre)?
      nov(?:embre)? dec(?:embre)?`,
    weekdays: "lundi mardi mercredi jeudi vendredi samedi dimanche",
    times: "aujourd'hui demain hier quotidien siecle midi minuit printemps automne hiver",
    units: "secondes? heures? jours? nuits? semaines? mois ans? annees? siecles?",
    numbers:
      "un une deux trois quatre cinq sept huit neuf dix onze douze quinze vingt trente cent mille aucune?",
  },
};
