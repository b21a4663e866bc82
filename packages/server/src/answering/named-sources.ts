import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { SourceStore } from "../sources/source-store.ts";
import { fileNameWords } from "../text/file-name-words.ts";
import { isStopWord, termsOf, tokenise } from "../text/terms.ts";

/** The sources a question names by words of their file names. */
export type NamedSources = {
  fileIds: FileId[];
  /** Terms of the question that name them. */
  terms: Set<string>;
  /** The question with whole file names put in words: no sentence says "coolblue1.pdf". */
  question: string;
};

export type FindNamedSources = (
  projectId: ProjectId,
  question: string,
  /** Only among these. */
  fileIds: FileId[] | undefined,
) => Promise<NamedSources | undefined>;

/** Sources looked at for one question; of more than that no few words tell one. */
const mostSources = 200;
/** Words that fit more sources than this are a kind of document, not a name. */
const mostNamed = 5;
/** Words a search for names begins with: a pasted document names nothing. */
const mostFragments = 32;

/** Names that say nothing of what is in a file. */
const empty = new Set(
  termsOf("document file source text page scan untitled download copy final draft version new old"),
);

/**
 * "The total of the coolblue invoice" names `coolblue1.pdf`: a question names a source when it holds all words of its
 * file name, numbers aside, or two of them. Of several, those that share most words with the question.
 */
export const createFindNamedSources =
  (sources: Pick<SourceStore, "list" | "namesLike">): FindNamedSources =>
  async (projectId, question, fileIds) => {
    if (fileIds && fileIds.length > mostSources) return undefined;
    const fragments = fragmentsOf(question);
    if (fragments.length === 0) return undefined;
    const known = fileIds
      ? await sources.list(projectId, fileIds)
      : await sources.namesLike(projectId, fragments, mostSources);
    return namedAmong(known, question);
  };

function namedAmong(
  known: { fileId: FileId; fileName: string }[],
  question: string,
): NamedSources | undefined {
  const asked = new Set(termsOf(fileNameWords(question)));
  const named = known.flatMap(({ fileId, fileName }) => {
    const terms = new Set(termsOf(fileNameWords(fileName)));
    const words = [...terms].filter((term) => !/^\d+$/.test(term) && !empty.has(term));
    const held = words.filter((term) => asked.has(term));
    if (held.length === 0 || held.length < Math.min(2, words.length)) return [];
    return { fileId, fileName, held, agreeing: [...terms].filter((term) => asked.has(term)).length };
  });
  const most = Math.max(0, ...named.map(({ agreeing }) => agreeing));
  const nearest = named.filter(({ agreeing }) => agreeing === most);
  if (nearest.length === 0 || nearest.length > mostNamed) return undefined;
  return {
    fileIds: nearest.map(({ fileId }) => fileId),
    terms: new Set(nearest.flatMap(({ held }) => held)),
    question: nearest.reduce((text, { fileName }) => inWords(text, fileName), question),
  };
}

function inWords(question: string, fileName: string): string {
  const at = question.toLowerCase().indexOf(fileName.toLowerCase());
  if (at < 0) return question;
  return question.slice(0, at) + fileNameWords(fileName) + question.slice(at + fileName.length);
}

/** The beginnings of the question's words, so that a plural finds a singular. */
function fragmentsOf(question: string): string[] {
  const text = fileNameWords(question);
  const words = tokenise(text).filter((token) => !isStopWord(token.text) && !/^\d/.test(token.text));
  const fragments = words.map(({ start, end }) =>
    text.slice(start, Math.min(end, Math.max(start + 3, end - 3))),
  );
  return [...new Set(fragments)].filter(({ length }) => length > 1).slice(0, mostFragments);
}
