import { expect, test } from "vitest";
import { createQuestionReader } from "./question.ts";

const read = createQuestionReader();
const shapeOf = (question: string) => read(question, undefined, null).question.shape;

test.each([
  "price of the season ticket",
  "Preis für die Jahreskarte",
  "prix de la carte annuelle",
  "precio del abono anual",
  "prezzo della tessera",
  "preço para uma assinatura anual",
  "prijs van het abonnement",
])("a price that a question only names is an amount of money: %s", (question) => {
  expect(shapeOf(question)).toBe("money");
});

test("asks for a day: c'est quand", () => {
  expect(shapeOf("C'est quand la limite pour réserver ?")).toBe("date");
});

test("a question whose words do not tell its language is read in that of the documents", () => {
  expect(read("recycling bin", undefined, "en").question.language).toBe("en");
  expect(read("die Kaution", undefined, "de").question.language).toBe("de");
  expect(read("Wo ist die Tonne?", undefined, "en").question.language).toBe("de");
});
