import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Element } from "../../packages/server/src/elements/element.ts";
import { readMarkdown } from "../support/read-markdown.ts";

/** A question with what a right answer holds and where it stands. */
export type Answerable = {
  question: string;
  /** A right answer holds one of them. */
  spans: string[];
  /** Words that only the right element holds. */
  paragraph: string;
};

/** One document with questions that it answers and questions that it does not. */
export type QuestionSet = {
  name: string;
  fileName: string;
  /** The document as a file for the service. */
  file: string;
  elements: Element[];
  answerable: Answerable[];
  /** They look as if the document answered them. */
  unanswerable: string[];
};

type Article = {
  title: string;
  paragraphs: {
    context: string;
    qas: { question: string; is_impossible?: boolean; answers: { text: string }[] }[];
  }[];
};

/** The articles of a file in the SQuAD 2 format. Each paragraph is one element. */
export async function readArticles(path: string): Promise<QuestionSet[]> {
  const { data } = JSON.parse(await readFile(path, "utf8")) as { data: Article[] };
  return data.map(({ title, paragraphs }) => {
    const heading = title.replaceAll("_", " ");
    const texts = paragraphs.map(({ context }) => context.replace(/\s+/g, " ").trim());
    const questions = paragraphs.flatMap(({ qas }, index) =>
      qas.map((each) => ({ ...each, paragraph: texts[index] ?? "" })),
    );
    return {
      name: heading,
      fileName: `${title}.txt`,
      file: [heading, ...texts].join("\n\n"),
      elements: [heading, ...texts].map((text, position) => ({
        elementId: `${title} ${position}`,
        position,
        type: position === 0 ? "Title" : "NarrativeText",
        ...(position === 0 && { level: 1 }),
        text,
        pageNumber: 1,
      })),
      answerable: questions
        .filter((each) => !each.is_impossible)
        .map(({ question, answers, paragraph }) => ({
          question,
          spans: answers.map(({ text }) => text.replace(/\s+/g, " ")),
          paragraph,
        })),
      unanswerable: questions.filter((each) => each.is_impossible).map(({ question }) => question),
    };
  });
}

const everyOfArticles = 4;

/** Every fourth question: an article has more of them than all other documents together. */
export const thinned = (set: QuestionSet): QuestionSet => ({
  ...set,
  answerable: set.answerable.filter((_, index) => index % everyOfArticles === 0),
  unanswerable: set.unanswerable.filter((_, index) => index % everyOfArticles === 0),
});

const ownTexts = ["handbook", "report", "contract"];

/** The texts of our own, beside this file. Their questions were committed before any answer to them was seen. */
export const readOwnTexts = (): Promise<QuestionSet[]> =>
  Promise.all(
    ownTexts.map(async (name) => {
      const folder = join(import.meta.dirname, "answers");
      const file = await readFile(join(folder, `${name}.md`), "utf8");
      const truth = JSON.parse(await readFile(join(folder, `${name}.json`), "utf8")) as {
        answerable: { question: string; span: string; paragraph: string }[];
        unanswerable: string[];
      };
      return {
        name,
        fileName: `${name}.md`,
        file,
        elements: await readMarkdown(file),
        answerable: truth.answerable.map(({ span, ...question }) => ({ ...question, spans: [span] })),
        unanswerable: truth.unanswerable,
      };
    }),
  );

const ownWords = [
  ...["staff-guide", "heat-pump", "minutes", "faq-en", "faq-de", "clinic-faq"],
  // Written before any answer to them was seen. The first half was looked at while rules were chosen.
  ...["care-handbook", "rowing-statutes", "mietvertrag", "household-insurance"],
  ...["dishwasher", "allotment-minutes", "school-letter", "kita-brief"],
  // The same, in three languages; the answers to the second line were not read one by one while rules were chosen.
  ...["de-segelverein", "de-waschmaschine", "fr-bail", "fr-faq-piscine", "es-huerto", "es-horno"],
  ...["de-gewerbemiete", "de-bibliothek-faq", "fr-club", "fr-cafetiere", "es-alquiler", "es-faq-gimnasio"],
  // Four more kinds. Their questions were written before the first run.
  ...["travel-insurance", "knee-surgery", "de-pelletheizung", "fr-ecole"],
];

const germanSets = ["faq-de", "mietvertrag", "kita-brief"];

/** The language of a document and of its questions. */
export function languageOfSet({ name }: Pick<QuestionSet, "name">): string {
  if (germanSets.includes(name)) return "de";
  return /^(de|fr|es)-/.exec(name)?.[1] ?? "en";
}

/** Ordinary documents with questions in a person's own words. Spans of a truth are separated by bars. */
export const readOwnWords = (): Promise<QuestionSet[]> =>
  Promise.all(
    ownWords.map(async (name) => {
      const folder = join(import.meta.dirname, "own-words");
      const truth = JSON.parse(await readFile(join(folder, `${name}.json`), "utf8")) as {
        document: string;
        answerable: { question: string; span: string; paragraph: string }[];
        unanswerable: string[];
      };
      const file = await readFile(join(folder, truth.document), "utf8");
      return {
        name,
        fileName: `${name}.md`,
        file,
        elements: await readMarkdown(file),
        answerable: truth.answerable.map(({ span, ...asked }) => ({ ...asked, spans: span.split("|") })),
        unanswerable: truth.unanswerable,
      };
    }),
  );

/** Whether a text holds one of the spans of a right answer, whatever its case and white space. */
export function holdsSpan(text: string, spans: string[]): boolean {
  const plain = (each: string): string => each.replace(/[\s\u2060]+/g, " ").toLowerCase();
  return spans.some((span) => plain(text).includes(plain(span)));
}

export const faqLanguages = ["en", "de", "fr", "es", "it"] as const;

/** Frequently asked questions, each a heading with its answer below it. The questions are the headings as they stand. */
export const readFaqs = (): Promise<QuestionSet[]> =>
  Promise.all(
    faqLanguages.map(async (language) => {
      const file = await readFile(join(import.meta.dirname, "faq", `${language}.md`), "utf8");
      const elements = await readMarkdown(file);
      return {
        name: language,
        fileName: `faq-${language}.md`,
        file,
        elements,
        answerable: elements.flatMap(({ type, level, text }, index) => {
          const below = elements[index + 1]?.text;
          return type === "Title" && level === 3 && below !== undefined
            ? [{ question: text, spans: [], paragraph: below }]
            : [];
        }),
        unanswerable: [],
      };
    }),
  );
