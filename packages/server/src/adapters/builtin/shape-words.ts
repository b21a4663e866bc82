/** Words that show a kind of answer, folded, of the languages whose questions are understood. Joined for patterns. */
const joined = (words: string): string => words.trim().split(/\s+/).join("|");

export const months = joined(`
  jan(?:uary|uar|vier|eiro|uari)? feb(?:ruary|ruar|rero|braio|ruari)? fev(?:rier|ereiro)? fevr mar(?:ch|s|zo|co)? marz maerz maart mrt
  apr(?:il|ile)? avr(?:il)? abr(?:il)? may mai mayo maggio maio mei june? jun(?:i|io|ho)? juin giu(?:gno)? july?
  jul(?:i|io|ho)? juil(?:let)? lug(?:lio)? aug(?:ust|ustus)? aout ago(?:sto)? sept?(?:ember|embre|iembre)? set(?:tembre|embro)?
  oct(?:ober|obre|ubre)? okt(?:ober)? ott(?:obre)? out(?:ubro)? nov(?:ember|embre|iembre|embro)? dec(?:ember|embre)? dez(?:ember|embro)? dic(?:iembre|embre)?`);

export const weekdays = joined(`
  (?:mon|tues|wednes|thurs|fri|satur|sun)days? (?:mon|diens|donners|frei|sams|sonn)tags? mittwochs?
  lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo
  lunedi martedi mercoledi giovedi venerdi sabato domenica segunda-feira terca-feira quarta-feira quinta-feira sexta-feira
  (?:maan|dins|woens|donder|vrij|zater|zon)dag`);

export const timeWords = joined(`
  today tomorrow yesterday daily weekly monthly quarterly annually yearly century centuries noon midnight
  heute morgen gestern taglich wochentlich monatlich jahrlich jahrhundert mittag mitternacht werktags sofort
  aujourd'hui demain hier quotidien siecle midi minuit hoy manana ayer siglo mediodia medianoche
  oggi domani ieri secolo mezzogiorno mezzanotte hoje amanha ontem seculo meio-dia meia-noite
  vandaag gisteren dagelijks eeuw middag middernacht spring summer autumn winter fruhjahr fruhling herbst
  printemps automne hiver primavera verano otono invierno estate autunno inverno`);

export const units = joined(`
  seconds? minutes? hours? days? nights? weeks? fortnights? months? quarters? years? decades? century centuries
  sekunden? minuten? stunden? tagen? tage? nachte? wochen? monate? monaten quartale? jahre? jahren werktagen?
  secondes? heures? jours? nuits? semaines? mois ans? annees? siecles? segundos? minutos? horas? dias? noches? semanas? mes meses anos? siglos?
  secondi minuti or[ae] giorn[oi] nott[ei] settiman[ae] mes[ei] ann[oi] secol[oi]
  noites? anos seconden uur uren dag dagen nacht nachten weken maand maanden jaar jaren`);

export const numberWords = joined(`
  one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  dozen twenty thirty forty fifty sixty seventy eighty ninety hundreds? thousands? millions? billions? half third quarter
  single both none no several many few once twice
  ein eine einer einen zwei drei vier funf sechs sieben acht neun zehn elf zwolf zwanzig dreissig hundert tausend millionen? milliarden? halb halfte drittel
  funftel viertel elftel kein keine beide
  un une deux trois quatre cinq sept huit neuf dix onze douze quinze vingt trente cent mille aucune?
  uno una dos tres cuatro cinco seis siete ocho nueve diez doce quince veinte treinta cien mil ningun\\w* ambos
  due tre quattro cinque sei sette otto nove dieci undici dodici quindici quattordici venti trenta cento mila nessun\\w*
  um uma dois duas quatro sete oito nenhum\\w*
  een twee drie vijf zes zeven negen tien twaalf twintig honderd duizend geen`);
