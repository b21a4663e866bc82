import { foldAccents } from "../../text/terms.ts";

/** Months and days of the week in seven languages, folded. In capitals they look like names. */
const calendarWords = new Set(
  `january february march april may june july august september october november december
   januar februar marz mai juni juli oktober dezember janvier fevrier mars avril juin juillet aout septembre octobre
   novembre decembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
   gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre janeiro fevereiro marco maio junho julho
   setembro outubro novembro dezembro januari februari maart mei augustus
   monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
   lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo
   lunedi martedi mercoledi giovedi venerdi sabato domenica segunda terca quarta quinta sexta
   maandag dinsdag woensdag donderdag vrijdag zaterdag zondag`.split(/\s+/),
);

export const isCalendarWord = (word: string): boolean => calendarWords.has(foldAccents(word));
