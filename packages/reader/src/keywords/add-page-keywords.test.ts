import { expect, it } from "vitest";
import type { ParsedElement } from "../element.ts";
import { addPageKeywords } from "./add-page-keywords.ts";

const paragraph = (text: string, pageNumber = 1, type: ParsedElement["type"] = "NarrativeText") => ({
  type,
  text,
  pageNumber,
});

function keywordsOf(elements: ParsedElement[]): (readonly string[])[] {
  addPageKeywords(elements);
  return [...Map.groupBy(elements, ({ pageNumber }) => pageNumber).values()].map(
    ([first]) => first?.pageKeywords ?? [],
  );
}

it.each([
  [
    "English",
    "The lighthouse keeper trims the lamp at dusk. A lighthouse keeper who sleeps while the lamp is out loses the post, and the harbour loses its ships. The harbour master visits the lighthouse keeper every month.",
    ["lighthouse keeper", "lamp", "harbour"],
  ],
  [
    "German",
    "Die Leuchtturmwärter zünden die Lampe bei Einbruch der Dämmerung an. Wenn die Lampe ausgeht, verliert der Hafen seine Schiffe. Der Hafenmeister besucht den Hafen und die Leuchtturmwärter jeden Monat, und die Schiffe warten.",
    ["Leuchtturmwärter", "Lampe", "Hafen", "Schiffe"],
  ],
  [
    "French",
    "Le gardien du phare allume la lampe au crépuscule. Si la lampe s'éteint, les navires se perdent. Le gardien qui dort perd sa place, et les navires ne rentrent pas.",
    ["gardien", "lampe", "navires"],
  ],
  [
    "Russian",
    "Смотритель маяка зажигает лампу в сумерках. Если смотритель спит, корабли не видят маяка и гавань теряет корабли. Смотритель приходит в гавань каждый месяц.",
    ["смотритель", "маяка", "корабли", "гавань"],
  ],
  [
    "Greek, whose function words are on no list",
    `${"Ο φύλακας του φάρου ανάβει τη λάμπα και τα πλοία τη βλέπουν από το λιμάνι. ".repeat(14)}Στο λιμάνι και στη λάμπα.`,
    ["φύλακας", "φάρου", "πλοία"],
  ],
  [
    "Japanese",
    "灯台守は夕暮れに灯台のランプをともします。灯台が消えると船は港に入れません。港の船は灯台を待ちます。灯台守の仕事は夜に始まり、灯台守は朝にランプを消します。",
    ["灯台", "ランプ"],
  ],
])("finds what a page of %s is about", (_language, text, expected) => {
  const [keywords = []] = keywordsOf([paragraph(text)]);
  const found = keywords.join(" | ").toLowerCase();
  expect(expected.filter((word) => !found.includes(word.toLowerCase()))).toEqual([]);
  expect(keywords.filter((word) => /^(the|und|die|les|не|και|του|です|ます)$/i.test(word))).toEqual([]);
  expect(keywords.length).toBeLessThanOrEqual(6);
});

it("prefers what stands out on the page to what the whole document has", () => {
  const pages = ["granite", "oak", "slate", "linen"].map((subject, index) =>
    paragraph(
      `The catalogue lists ${subject} first. The catalogue says where ${subject} is kept, and what ${subject} costs in the catalogue.`,
      index + 1,
    ),
  );
  expect(keywordsOf(pages).map(([first]) => first)).toEqual(["granite", "oak", "slate", "linen"]);
});

it("takes words of titles even when they come once, and nothing of headers and footers", () => {
  const elements = [
    paragraph("Confidential draft", 1, "Header"),
    paragraph("Tidal power stations", 1, "Title"),
    paragraph("They were built late."),
    paragraph("Confidential draft", 1, "Footer"),
  ];
  expect(keywordsOf(elements)[0]).toEqual(["Tidal power stations"]);
});

it("writes a word with the fewest capitals that the page has it in", () => {
  const [keywords] = keywordsOf([
    paragraph("Harbours close. The harbours close. HARBOURS in Kiel and Kiel harbours."),
  ]);
  expect(keywords).toContain("harbours");
  expect(keywords).toContain("Kiel");
});

it("leaves a page without text without keywords, and keeps those that a model gave", () => {
  const [figure, seen] = [
    paragraph("12", 1),
    { ...paragraph("Harbour and harbour", 2), pageKeywords: ["port"] },
  ];
  addPageKeywords([figure, seen]);
  expect(
    [figure, seen].map((element) => ("pageKeywords" in element ? element.pageKeywords : undefined)),
  ).toEqual([undefined, ["port"]]);
});

it("stays small on pages of noise", () => {
  const noise = Array.from(
    { length: 30_000 },
    (_, index) => `w${"abcdefghij"[index % 10]}${index.toString(36)}x`,
  );
  const [keywords = []] = keywordsOf([paragraph(noise.join(" "))]);
  expect(keywords.length).toBeLessThanOrEqual(6);
});
