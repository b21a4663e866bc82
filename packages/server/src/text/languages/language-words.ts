/** How sure or how often something is said. Words of one strength make one claim. */
export type Strength =
  | "may"
  | "must"
  | "should"
  | "always"
  | "often"
  | "sometimes"
  | "rarely"
  | "all"
  | "most"
  | "some"
  | "more"
  | "less"
  | "least"
  | "almost";

/** Words of a kind, with spaces between them. Folded (lowercase, without accents) unless said otherwise. */
type Words = string;

/** What the rules know of one language. A new language is a file of this type and a row in `../languages.ts`. */
export type LanguageWords = {
  /** Words that the index leaves out, with their accents: articles, prepositions, pronouns, auxiliaries, question words. */
  stopWords: Words;
  /**
   * Words that carry no subject in a question: "wann" and "cuánto" are not something that the sources could lack. They also
   * show the language of a question.
   */
  functionWords: Words;
  /** General verbs, nouns and adverbs of questions. Documents may say the same without them. */
  commonWords: Words;
  /** "not" and its like. */
  negations: Words;
  /** Words that only accompany a negation: French "ne", English "nor". */
  halfNegations?: Words;
  /** Other words that deny. */
  denials?: Words;
  /** Words that a clause begins with which limits another one, or says whose opinion it is. Dropped, the rest says more. */
  limits: Words;
  /** Those of the limits that begin a condition: without it the rest holds always. */
  conditionals: Words;
  /** Words that deny in another way than "not": against one of them a missing "not" proves nothing. */
  hiddenDenials?: Words;
  /** Words of a piece of a sentence that make the rest alone say something else. With or without accents. */
  reservations: Words;
  strengths: Partial<Record<Strength, Words>>;
  /** Names of the months from January on. */
  months: Words;
  /** What the names of each month, and their abbreviations, begin with. A slash separates alternatives. */
  monthBeginnings: Words;
  weekdays: Words;
  /** Number words by value. Those that other words often are ("one") are articles in most languages. */
  numbers: Readonly<Record<number, Words>>;
  /** What a word behind a number multiplies it by. */
  scales?: Readonly<Record<string, number>>;
  /** Names of units by the name in `number-tables.ts`. */
  units?: Readonly<Record<string, Words>>;
  /** Names of currencies by their codes. */
  currencies?: Readonly<Record<string, Words>>;
  /** Words that show a kind of answer, as alternatives of a pattern. */
  patterns: Readonly<Record<AnswerPattern, Words>>;
};

export type AnswerPattern = "months" | "weekdays" | "times" | "units" | "numbers";
