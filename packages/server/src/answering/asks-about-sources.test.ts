import { expect, test } from "vitest";
import { type AboutSources, asksAboutSources } from "./asks-about-sources.ts";

const cases: [AboutSources | null, string[]][] = [
  [
    "list",
    [
      "How many documents are there?",
      "which files have I uploaded?",
      "Can you list all documents, please?",
      "number of files",
      "Welche Dokumente gibt es?",
      "Wie viele Dateien sind hochgeladen?",
      "Quels documents y a-t-il ?",
      "Combien de fichiers y a-t-il ?",
      "¿Qué archivos hay?",
      "Quali documenti ci sono?",
      "Welke documenten zijn er?",
    ],
  ],
  ["newest", ["What is the newest document?", "Which file was added last?", "Welche Datei ist die neueste?"]],
  ["oldest", ["Which document is the oldest?", "Quel est le premier document ?"]],
  ["sections", ["What chapters does the handbook have?", "Welche Kapitel hat das Dokument?"]],
  ["compare", ["What changed?", "Compare the two documents", "Was ist der Unterschied zwischen den beiden?"]],
  [
    null,
    [
      "Which documents do I need to become a member?",
      "Which documents must I bring?",
      "How many files can I upload?",
      "What is the document number?",
      "Who uploaded the file?",
      "What do the documents say about holidays?",
      "How do I change the filter?",
      "What is the difference between gross and net?",
      "Where are the documents kept?",
      "Muss ich die Dokumente mitbringen?",
    ],
  ],
];

test.each(cases.flatMap(([kind, questions]) => questions.map((question) => [question, kind] as const)))(
  "%s → %s",
  (question, kind) => {
    expect(asksAboutSources(question, new Set())).toBe(kind);
  },
);

test("words that name a document say nothing else", () => {
  expect(asksAboutSources("compare the statutes and the minutes", new Set())).toBe(null);
  expect(asksAboutSources("compare the statutes and the minutes", new Set(["statut", "minut"]))).toBe(
    "compare",
  );
});
