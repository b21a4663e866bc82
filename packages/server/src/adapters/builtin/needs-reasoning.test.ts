import { describe, expect, it } from "vitest";
import { needsReasoning } from "./needs-reasoning.ts";
import { createQuestionReader } from "./question.ts";

const read = createQuestionReader();
const declined = (question: string) =>
  needsReasoning(question, read(question, undefined, null).question.language);

describe("questions whose answer has to be worked out", () => {
  it.each([
    "What is the difference between the sales of Corby and Alton in 2022?",
    "How much would it cost for 3 nights?",
    "Calculate the rent of a whole year",
    "What is 250 plus 19?",
    "12 * 850",
    "Was kostet das Paket plus Versand?",
    "Wie groß ist der Unterschied zwischen den beiden Tarifen?",
    "Calculez la somme des trois montants",
    "¿Cuál es la diferencia entre las dos tarifas?",
    "Qual è la differenza tra le due tariffe?",
    "Wat is het verschil tussen beide tarieven?",
  ])("%s", (question) => {
    expect(declined(question)).toBe(true);
  });
});

describe("questions with a word of a sum that ask for no sum", () => {
  it.each([
    "What if I pay late?",
    "What would happen if the boiler breaks?",
    "How is the refund calculated?",
    "what if I pay late",
    "What sum of money was lost to theft?",
    "What comparable products are there?",
    "Which social media does the company use?",
    "Which documents are compared by the auditor?",
    "Quel est le délai le plus court ?",
    "Quand ne peut-on plus annuler la commande ?",
  ])("%s", (question) => {
    expect(declined(question)).toBe(false);
  });
});
