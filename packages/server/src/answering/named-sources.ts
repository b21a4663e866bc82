import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { SourceName, SourceNames } from "../sources/source-names.ts";
import { fileNameTerms, fileNameWords } from "../text/file-name-words.ts";
import { termsOf } from "../text/terms.ts";

/** The sources that a question names with words of their file names. */
export type NamedSources = {
  fileIds: FileId[];
  /** The terms of the question that name them. */
  terms: Set<string>;
  /** The question with file names replaced by their words, because no document's text says "coolblue1.pdf". */
  question: string;
};

export type FindNamedSources = (
  projectId: ProjectId,
  question: string,
  /** Search only among these files. */
  fileIds: FileId[] | undefined,
) => Promise<NamedSources | undefined>;

/** Maximum sources compared for one question. Among more sources, a few words cannot identify one. */
const maxSources = 200;
/** Words that match more sources than this name a kind of document and not one source. */
const maxNamed = 5;
/** Maximum words of a question used to find names. A pasted document names nothing. */
const maxTerms = 32;

/** File names that say nothing about the content. */
const empty = new Set(
  termsOf("document file source text page scan untitled download copy final draft version new old"),
);

const isNumber = (term: string): boolean => /^\d+$/.test(term);
const isYear = (term: string): boolean => /^(?:19|20)\d{2}$/.test(term);

/**
 * Finds the sources that a question names: "The total of the coolblue invoice" names `coolblue1.pdf`. A source is named
 * when the question holds all words of its file name (except numbers), or two of them, or one and its year. When several
 * match, those that share the most words with the question win.
 */
export const createFindNamedSources =
  (names: Pick<SourceNames, "byIds" | "byTerms">): FindNamedSources =>
  async (projectId, question, fileIds) => {
    if (fileIds && fileIds.length > maxSources) return undefined;
    const asked = fileNameTerms(question);
    const wanted = asked.filter((term) => !empty.has(term)).slice(0, maxTerms);
    if (wanted.every(isNumber)) return undefined;
    const known = fileIds
      ? await names.byIds(projectId, fileIds)
      : await names.byTerms(projectId, wanted, maxSources);
    return namedAmong(known, question, new Set(asked));
  };

function namedAmong(
  known: SourceName[],
  question: string,
  asked: ReadonlySet<string>,
): NamedSources | undefined {
  const named = known.flatMap(({ fileId, fileName }) => {
    const terms = fileNameTerms(fileName);
    const words = terms.filter((term) => !isNumber(term) && !empty.has(term));
    const held = words.filter((term) => asked.has(term));
    const ofYear = terms.some((term) => isYear(term) && asked.has(term));
    if (held.length === 0 || held.length < Math.min(ofYear ? 1 : 2, words.length)) return [];
    return { fileId, fileName, held, agreeing: terms.filter((term) => asked.has(term)).length };
  });
  const maxAgreeing = Math.max(0, ...named.map(({ agreeing }) => agreeing));
  const nearest = named.filter(({ agreeing }) => agreeing === maxAgreeing);
  if (nearest.length === 0 || nearest.length > maxNamed) return undefined;
  return {
    fileIds: nearest.map(({ fileId }) => fileId),
    terms: new Set(nearest.flatMap(({ held }) => held)),
    question: nearest.reduce((text, { fileName }) => inWords(text, fileName), question.normalize("NFC")),
  };
}

/** `question` is in NFC. File names may be in either Unicode form. */
function inWords(question: string, fileName: string): string {
  const name = fileName.normalize("NFC");
  const at = question.toLowerCase().indexOf(name.toLowerCase());
  if (at < 0) return question;
  return question.slice(0, at) + fileNameWords(name) + question.slice(at + name.length);
}
