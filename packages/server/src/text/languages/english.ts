import type { LanguageWords } from "./language-words.ts";

export const english: LanguageWords = {
  stopWords: `a about above after again against all also am an and any are as at be because been before being below
    between both but by can cannot could did do does doing done down during each either few for from further
    had has have having he her here hers herself him himself his how i if in into is it its itself just may
    me might more most must my myself neither no nor not of off on once only or other ought our ours out
    over own same shall she should so some such than that the their theirs them themselves then there these
    they this those through to too under until up upon us very was we were what when where whether which
    while who whom whose why will with within without would yet you your yours don't doesn't didn't isn't
    aren't wasn't weren't can't couldn't won't wouldn't it's that's what's who's i'm`,
  functionWords: `a about above after all am an and any are as at be been before being between both but by can could did
    do does for from had has have having he her his how i if in into is it its just may me might more most
    must my no not of off on once only or other our ours out over she should so some such than that the
    their them then there these they this those to under until up us we was were what when where which while
    who whom whose why will with within without would you your`,
  commonWords: `get gets got getting much many make makes made take takes taken took give gives given gave go goes going
    gone come comes put keep keeps kept use uses used using need needs needed want wants like likes know
    known knows do done find found see seen look looking say says said tell told show shown call called mean
    means meant happen happens happened work works working let allow allowed possible able exactly actually
    really currently normally usually often long far big high thing things way ways kind type sort example
    people person name year date day month century decade time country city place location region state
    number amount describe explain list main primary following document source text file according refer
    occur term there here also else please anything anyone someone something involve involved located
    situated based consider considered regard regarded receive receives provide provides provided different
    own first part became become`,
  negations: "not no never none neither without",
  halfNegations: "nor",
  denials: `nobody nothing cannot nowhere hardly lack lacks lacked lacking fail fails failed failing false untrue
    incorrect denied denies deny`,
  limits: `if unless except until provided providing otherwise only solely exclusively alleged allegedly supposedly
    reportedly claim claimed claims rumour rumor rumoured rumored according believe believed believes myth
    doubt false hypothetical suppose`,
  conditionals: "if unless except until provided providing",
  hiddenDenials: `avoid avoids avoided avoiding unable impossible prevent prevents prevented refuse refuses refused lack
    lacks lacked lacking fail fails failed failing false untrue incorrect unlike instead against
    deny denies denied exempt absence`,
  reservations: `if unless except only until provided otherwise but however although though alleged allegedly supposedly
    claimed claims rumour rumor rumoured myth doubt doubtful unlikely wrong wrongly mistaken mistakenly
    pretend pretended hypothetical suppose supposing would could might may should whether instead rather
    before after former formerly almost nearly approximately about roughly around estimated least most up
    maximum minimum million billion trillion thousand hundred percent exclude excluding excludes
    refuse refused refuses deny denied denies prohibit prohibited forbidden`,
  strengths: {
    may: "may might can could possibly perhaps maybe",
    must: "must shall required requires require mandatory obligatory",
    should: "should ought recommended",
    always: "always invariably",
    often: "often usually frequently generally typically normally commonly mostly",
    sometimes: "sometimes occasionally",
    rarely: "rarely seldom",
    all: "all every each entire whole",
    most: "most majority",
    some: "some several few many",
    more: "more",
    less: "less fewer",
    least: "least",
    almost: "almost nearly",
  },
  months: "january february march april may june july august september october november december",
  monthBeginnings: "jan feb mar apr may jun jul aug sep oct nov dec",
  weekdays: "monday tuesday wednesday thursday friday saturday sunday",
  numbers: {
    1: "one",
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
    11: "eleven",
    12: "twelve",
    14: "fourteen",
    15: "fifteen",
    18: "eighteen",
    20: "twenty",
    30: "thirty",
    40: "forty",
    50: "fifty",
    60: "sixty",
    90: "ninety",
    100: "hundred",
  },
  scales: {
    hundred: 100,
    thousand: 1000,
    million: 1000000,
    millions: 1000000,
    billion: 1000000000,
    billions: 1000000000,
    trillion: 1000000000000,
    bn: 1000000000,
  },
  units: {
    kg: "kilogram kilograms",
    g: "gram grams",
    mg: "milligram milligrams",
    t: "ton tons tonne tonnes",
    lb: "lbs",
    oz: "ounce ounces",
    km: "kilometre kilometres kilometer kilometers",
    m: "metre metres meter meters",
    cm: "centimetre centimetres centimeter centimeters",
    mm: "millimetre millimetres millimeter millimeters",
    mi: "mile miles",
    ft: "foot feet",
    in: "inch inches",
    yd: "yard yards",
    l: "litre litres liter liters",
    ml: "millilitre millilitres",
    s: "sec second seconds",
    min: "minute minutes",
    h: "hour hours",
    day: "days",
    week: "weeks",
    month: "months",
    year: "years",
    decade: "decades",
    century: "centuries",
    v: "volt volts",
    a: "amp amps ampere",
    w: "watt watts",
    kw: "kilowatt kilowatts",
    mw: "megawatt megawatts",
    c: "celsius",
    f: "fahrenheit",
    k: "kelvin",
    ha: "hectare hectares",
    acre: "acres",
  },
  currencies: { usd: "dollar dollars", eur: "euro euros", gbp: "pounds", jpy: "yen" },
  patterns: {
    months: `jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? jun july? jul aug(?:ust)? sept?(?:ember)?
      oct(?:ober)? nov(?:ember)? dec(?:ember)?`,
    weekdays: "(?:mon|tues|wednes|thurs|fri|satur|sun)days?",
    times: `today tomorrow yesterday daily weekly monthly quarterly annually yearly century centuries noon midnight
      spring summer autumn winter`,
    units: `seconds? minutes? hours? days? nights? weeks? fortnights? months? quarters? years? decades? century
      centuries`,
    numbers: `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
      seventeen eighteen nineteen dozen twenty thirty forty fifty sixty seventy eighty ninety hundreds?
      thousands? millions? billions? half third quarter single both none no several many few once twice`,
  },
};
