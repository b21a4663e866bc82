import { expect, test } from "vitest";
import { asksForOverview } from "./asks-for-overview.ts";

test.each([
  "What is this about?",
  "What is this document about?",
  "What are these documents about?",
  "What's in the file?",
  "Summarise",
  "Please summarize this document.",
  "Give me a short summary of the report",
  "Give me an overview",
  "TL;DR",
  "Worum geht es?",
  "Worum geht es in diesem Dokument?",
  "Fasse das Dokument zusammen",
  "De quoi parle ce document ?",
  "Résume ce texte",
  "¿De qué trata este documento?",
  "Di cosa parla questo documento?",
  "Riassumi il documento",
  "Do que trata este documento?",
  "Waar gaat dit document over?",
])("%s asks what the sources are about", (question) => {
  expect(asksForOverview(question)).toBe("whole");
});

test.each(["Summarise the handbook", "What is the lease about?", "Fasse den Vertrag zusammen"])(
  "%s may name a source",
  (question) => {
    expect(asksForOverview(question)).toBe("named");
  },
);

test.each([
  "What is cavitation?",
  "What does the contract say about dogs and cats?",
  "How is a summary of fees requested?",
  "About how many people came?",
])("%s asks for something else", (question) => {
  expect(asksForOverview(question)).not.toBe("whole");
});
