import { describe, expect, test } from "vitest";
import type { Turn } from "../../answering/conversation-store.ts";
import { rewriteFollowUp } from "./rewrite-follow-up.ts";

const turn = (question: string): Turn => ({
  question,
  resolvedQuestion: question,
  answer: "",
  fileIds: [],
  askedAt: new Date(0),
});
const signal = new AbortController().signal;

/** A search that finds all passages, whatever is asked. */
const sources = (...texts: string[]) => {
  const searched: string[] = [];
  const search = async (text: string) => {
    searched.push(text);
    return texts.map((each) => ({ title: "", text: each }));
  };
  const rewrite = (question: string, ...before: string[]) =>
    rewriteFollowUp(question, before.map(turn), { search, signal });
  return { rewrite, searched };
};

describe("completing a follow-up from what the sources say", () => {
  const pumps = "Pumps have a warranty of two years, seals of one.";

  test("completes it when a paragraph speaks of both", async () => {
    const { rewrite } = sources(pumps);
    expect(await rewrite("What about seals?", "What is the warranty for pumps?")).toBe(
      "seals (warranty pumps)?",
    );
  });

  test("leaves it alone when no paragraph speaks of both", async () => {
    const { rewrite } = sources("Pumps have a warranty of two years.", "Seals are delivered by rail.");
    expect(await rewrite("What about seals?", "What is the warranty for pumps?")).toBe("What about seals?");
  });

  test("leaves it alone when a heading asks the same", async () => {
    const { rewrite } = sources(
      "Can I renew online?\n\nYes, twice.",
      "Films: renew them online at the desk.",
    );
    expect(await rewrite("Can I renew them online?", "How long may I keep films?")).toBe(
      "Can I renew them online?",
    );
  });

  test("a pronoun is what the sources speak of with the words of the question", async () => {
    const { rewrite } = sources(
      "The great room holds 640 visitors. It may get as loud as 95 decibels in the great room.",
    );
    expect(await rewrite("How loud may it get?", "How many visitors may be in the great room?")).toBe(
      "How loud may it get (visitors great room)?",
    );
  });

  test("several things are not one", async () => {
    const { rewrite } = sources("Dogs must be on a lead. The ferry leaves at nine.");
    expect(await rewrite("Do they need a lead?", "Are dogs allowed on the ferry?")).toBe(
      "Do they need a lead (dogs allowed ferry)?",
    );
  });

  test.each([
    ["What is the price of pumps?", "Which is cheaper?", "Which is cheaper (price pumps)?"],
    ["Who tunes the piano?", "How much does that cost?", "How much does that cost (tunes piano)?"],
    ["How fast is the pump?", "No, I mean the seal", "the seal (fast pump)?"],
    [
      "Wann bekomme ich meine Rechnung?",
      "Und wie bezahle ich sie?",
      "wie bezahle ich sie (bekomme Rechnung)?",
    ],
    ["Kann ich den Vertrag kündigen?", "Und bei einem Umzug?", "bei einem Umzug (Vertrag kündigen)?"],
    ["Les lunettes sont-elles payées ?", "Et pour les mineurs ?", "pour les mineurs (lunettes payées)?"],
    ["¿Cuánto cuesta el abono mensual?", "¿Y el familiar?", "el familiar (cuesta abono mensual)?"],
    ["¿Cuánto cuesta el abono?", "¿Quién puede usarlo?", "¿Quién puede usarlo (cuesta abono)?"],
    ["Quanto costa una notte?", "E ad agosto?", "ad agosto (costa notte)?"],
  ])("after %j, %j means %j", async (before, question, expected) => {
    const { rewrite } = sources();
    expect(await rewrite(question, before)).toBe(expected);
  });

  test.each([
    "Puis-je changer de formule ?",
    "Was passiert, wenn ich nicht zahle?",
    "¿Dónde puedo aparcar?",
    "Wie erreichen Sie mich?",
    "No smoking on board?",
    "What is peer lending? It does not sound like an investment.",
    "When is it dangerous to drive?",
  ])("a question that stands alone is not searched for: %j", async (question) => {
    const { rewrite, searched } = sources(pumps);
    expect(await rewrite(question, "What is the warranty for pumps?")).toBe(question);
    expect(searched).toEqual([]);
  });

  test("takes four searches at most", async () => {
    const { rewrite, searched } = sources(pumps);
    await rewrite("Does it rust?", "Is the pump beside the gate near the tank under the roof of the hall?");
    expect(searched.length).toBeLessThanOrEqual(4);
  });
});
