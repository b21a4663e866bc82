import type { LanguageWords } from "./language-words.ts";

export const spanish: LanguageWords = {
  stopWords: `a al algo algunas algunos ante antes aquel aquella aquellos así aunque cada como cómo con contra cual
    cuál cuáles cuales cuándo cuando cuánta cuántas cuánto cuántos cuyo cuya de del desde donde dónde dos
    durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos esta está están estas este
    esto estos fue fueron ha había han hasta hay he la las le les lo los más me mi mientras mis muy nada ni
    no nos nosotros nuestra nuestro o otra otras otro otros para pero poco por porque puede pueden pues que
    qué quien quién quiénes quienes se sea según ser si sí sido sin sobre son su sus también tan tanto te
    tiene tienen toda todas todo todos tras tu tus un una unas uno unos usted ustedes y ya yo`,
  functionWords: `a al algo algun alguna ante antes aquel asi aun cada como con contra cual cuales cuando cuanta cuantas
    cuanto cuantos de debe deben debo del desde donde durante e el ella ellas ellos en entre era eran es esa
    ese eso esta estaba estan estas este esto estos fue fueron ha hace haber habia han hasta hay he la las
    le les lo los mas me mi mis mientras muy ni no nos nuestra nuestro o os otra otro para pero por porque
    puede pueden puedo que quien quienes se sea segun ser si significa sin sobre solo son soy su sus tambien
    tan te tiene tienen tienes tengo todas todo todos tu tus un una unas uno unos usted y ya`,
  commonWords: `hacer hace hago hacen ir va van obtener dar da tomar poner encontrar encuentra necesito necesita
    necesario saber decir dice llama pasa posible exactamente actualmente aproximadamente ejemplo gente
    persona nombre ano fecha dia mes tiempo lugar pais ciudad numero tipo forma documento texto fuente
    archivo cosa usar explicar describir quiera queria mucho mucha`,
  negations: "nunca jamas ningun ninguna sin",
  denials: "ninguno nada tampoco",
  limits: "salvo excepto solo segun hasta",
  conditionals: "salvo excepto",
  hiddenDenials: "contra evitar impedir sin",
  reservations: "salvo excepto solo hasta casi",
  strengths: {
    may: "puede pueden",
    must: "debe deben",
    should: "deberia",
    always: "siempre",
    all: "todos todas",
    most: "mayoria",
    more: "mas",
    less: "menos",
  },
  months: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  monthBeginnings: "ene feb mar abr may jun jul ago sep oct nov dic",
  weekdays: "lunes martes miercoles jueves viernes sabado domingo",
  numbers: {
    1: "un uno una",
    2: "dos",
    3: "tres",
    4: "cuatro",
    5: "cinco",
    6: "seis",
    7: "siete",
    8: "ocho",
    9: "nueve",
    10: "diez",
    11: "once",
    12: "doce",
    14: "catorce",
    15: "quince",
    20: "veinte",
    24: "veinticuatro",
    30: "treinta",
    40: "cuarenta",
    50: "cincuenta",
    60: "sesenta",
    90: "noventa",
    100: "cien",
  },
  scales: { millones: 1000000 },
  patterns: {
    months: `feb(?:rero)? mar(?:zo)? abr(?:il)? mayo jun(?:io)? jul(?:io)? ago(?:sto)? sept?(?:iembre)? oct(?:ubre)?
      nov(?:iembre)? dic(?:iembre)?`,
    weekdays: "lunes martes miercoles jueves viernes sabado domingo",
    times: "hoy manana ayer siglo mediodia medianoche primavera verano otono invierno",
    units: "segundos? minutos? horas? dias? noches? semanas? mes meses anos? siglos?",
    numbers: `uno una dos tres cuatro cinco seis siete ocho nueve diez doce quince veinte treinta cien mil ningun\\w*
      ambos`,
  },
};
