import { foldAccents } from "../../text/terms.ts";

const listed = (words: string, first = 0, step = 1): [string, number][] =>
  words.split(" ").map((word, index) => [word, first + step * index]);
/** English number words below a hundred, of which compounds are made. */
export const english = new Map<string, number>([
  ...listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
  ),
  ...listed("twenty thirty forty fifty sixty seventy eighty ninety", 20, 10),
  ["dozen", 12],
]);
export const ordinals = new Map<string, number>([
  ...listed(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
    1,
  ),
]);
/** What a word behind a number multiplies it by, in seven languages. */
export const scales: Record<string, number> = {
  ...{
    hundred: 100,
    thousand: 1e3,
    million: 1e6,
    millions: 1e6,
    billion: 1e9,
    billions: 1e9,
    trillion: 1e12,
  },
  ...{ bn: 1e9, tausend: 1e3, millionen: 1e6, mio: 1e6, milliarde: 1e9, milliarden: 1e9, mrd: 1e9 },
  ...{ mille: 1e3, milliard: 1e9, milliards: 1e9, millones: 1e6, milioni: 1e6, miliardi: 1e9, miljoen: 1e6 },
};
/** Signs and names of currencies by their codes. */
export const currencies: Record<string, string> = {
  ...{
    $: "usd",
    "€": "eur",
    "£": "gbp",
    "¥": "jpy",
    "₹": "inr",
    usd: "usd",
    eur: "eur",
    gbp: "gbp",
    jpy: "jpy",
  },
  ...{
    chf: "chf",
    rm: "myr",
    dollar: "usd",
    dollars: "usd",
    euro: "eur",
    euros: "eur",
    pounds: "gbp",
    yen: "jpy",
  },
};
/** Units by any of their names, folded. */
export const units = new Map(
  `kg kilogram kilograms|g gram grams|mg milligram milligrams|t ton tons tonne tonnes|lb lbs|oz ounce ounces
  km kilometre kilometres kilometer kilometers|m metre metres meter meters|cm centimetre centimetres centimeter centimeters
  mm millimetre millimetres millimeter millimeters|mi mile miles|ft foot feet|in inch inches|yd yard yards
  l litre litres liter liters|ml millilitre millilitres|s sec second seconds|min minute minutes minuten
  h hour hours stunde stunden heure heures|day days tag tage tagen jour jours|week weeks woche wochen
  month months monat monate monaten mois|year years jahr jahre jahren an ans année années|decade decades
  century centuries|v volt volts|a amp amps ampere|w watt watts|kw kilowatt kilowatts|mw megawatt megawatts|hz|khz|mhz|ghz
  kb|mb|gb|tb|pa|kpa|mpa|bar|psi|c celsius|f fahrenheit|k kelvin|ha hectare hectares|acre acres|mph|kmh
  km^2|m^2|cm^2|m^3|cm^3|°c|°f|°`
    .split(/[|\n]\s*/)
    .flatMap((group) => {
      const [name = "", ...others] = group.trim().split(" ");
      return [name, ...others].map((word): [string, string] => [foldAccents(word), name]);
    }),
);
