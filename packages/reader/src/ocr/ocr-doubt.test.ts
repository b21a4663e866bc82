import { expect, it } from "vitest";
import { ocrDoubt } from "./ocr-doubt.ts";

const recognised = (text: string, confidence: number) =>
  text.split(" ").map((word) => ({
    text: word,
    confidence,
    left: 0,
    top: 0,
    right: 50,
    bottom: 10,
    baseline: 9,
    letterHeight: 10,
    direction: 0 as const,
  }));

const english =
  "The bridge over the river was closed in March because of repairs and opened again in October after the last stone was laid by workers from the village who had waited all summer for it ".repeat(
    3,
  );
const cyrillic =
  "MoctT yepe3 peky 6bI1 3aKpbIT B MapTe M3-3a PEMOHTA HayanbHuk nopta KaxkKs0e yTpo cuvTan Kopabsu u 3anucbiBaJl Mx HA3BAHUA KaxkAbIN AeHb";
const german =
  "Die Brucke uber den Flu wurde im Marz fur gro&Sere Ausbesserungen gesperrt und offnete spater wieder fur Fu&Sganger die taglich heruber muBten weil am anderen Ufer die Schule der Kinder und die Werkstatt der meisten Handwerker lagen wahrend der Markt noch immer vor dem Rathaus stattfand und die Bauern ihre Waren mit dem Boot heruberbringen lieBen was den Preis der Kartoffeln spurbar erhohte";

it.each([
  ["a page in the language", english, 92],
  ["a bad scan of it", english, 50],
  ["a few words of a label", "STOP 6bI1 3aKp", 20],
])("has none about %s", (_name, text, confidence) => {
  expect(ocrDoubt(recognised(text.trim(), confidence), ["eng"])).toBeNull();
});

it.each([
  ["letters of another script, taken for Latin ones", cyrillic, 50],
  ["marks that are no letters", english, 20],
])("calls %s unread", (_name, text, confidence) => {
  const doubt = ocrDoubt(recognised(text.trim(), confidence), ["eng", "fra"]);
  expect(doubt?.isUnread).toBe(true);
  expect(doubt?.reason).toContain("OCR (eng, fra) found no readable text");
});

it("names the language of a text that was read as another one", () => {
  const doubt = ocrDoubt(recognised(german, 80), ["eng"]);
  expect(doubt).toEqual({
    isUnread: false,
    reason: "the text looks like German, and OCR read it as eng, so letters may be wrong",
  });
  expect(ocrDoubt(recognised(german, 80), ["eng", "deu"])).toBeNull();
  // Nothing is known of the letters of this language.
  expect(ocrDoubt(recognised(german, 80), ["chi_sim"])).toBeNull();
});
