import { describe, expect, it } from "vitest";
import { fitsNoLanguage, languageFit } from "./language-fit.ts";

const words = (text: string) => text.split(" ");
const english =
  "The bridge over the river was closed in March because of repairs and opened again in October";
const german =
  "Die Brücke über den Fluss wurde im März wegen Ausbesserungen gesperrt und öffnete erst im Oktober";
const russian = "Мост через реку был закрыт в марте из-за ремонта и снова открыт только в октябре";

const shifted = (text: string, by: number) =>
  text.replace(/[!-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + by));
const vowels = (text: string) =>
  text.replace(/[aeiou]/g, (letter) => "eioua"["aeiou".indexOf(letter)] ?? letter);
const consonants = (text: string) =>
  text.replace(
    /[b-df-hj-np-tv-z]/g,
    (letter) => "cdfghjklmnpqrstvwxyzb"["bcdfghjklmnpqrstvwxyz".indexOf(letter)] ?? letter,
  );

describe("words that fit no language", () => {
  it.each([
    ["shifted in the alphabet", shifted(english, 1)],
    ["shifted to signs", shifted(english, -29)],
    ["other vowels and consonants", vowels(consonants(english))],
    [
      "letters of another code page",
      Buffer.from(russian.replace(/./gu, cyrillicByte), "latin1").toString("latin1"),
    ],
    [
      "letters of another script that were taken for Latin ones",
      "MoctT yepe3 peky 6bI1 3aKpbIT B MapTe M3-3a PEMOHTA HayanbHuk nopta KaxkKs0e yTpo cuvTan",
    ],
  ])("%s", (_name, text) => {
    expect(fitsNoLanguage(words(text))).toBe(true);
  });

  it.each([
    ["a sentence", english],
    ["another language", german],
    ["another script", russian],
    ["a script to the left", "המדינה הודיעה אתמול על פתיחת הגשר החדש לתנועה בשנה הבאה"],
    [
      "a script to the left, as it is drawn",
      [..."המדינה הודיעה אתמול על פתיחת הגשר החדש"].reverse().join(""),
    ],
    ["two languages in two scripts", `${russian} ${english}`],
    ["capitals", english.toUpperCase()],
    [
      "a language that is not known",
      "Watu wote wamezaliwa huru hadhi na haki zao ni sawa Wote wamejaliwa akili",
    ],
    ["names", "Krzysztof Wojciechowski Szczepański Abdulrahman Okonkwo Xiaoping Takahashi Bjørnstjerne"],
    ["substances", "Acetaminophen dihydroxyphenylalanine methylprednisolone carboxymethylcellulose sulphate"],
    ["addresses and names of files", "www.xqzt-qkrw.org info@zzkqx.de src/qwx_zrt/xkcd.ts C:\\qxz\\wvk"],
    ["a script of which no language is known", "기술변화에 따른 미래 보안기술 전망 보고서"],
    ["too few", "xqzt wvk"],
  ])("are not those of %s", (_name, text) => {
    expect(fitsNoLanguage(words(text))).toBe(false);
  });
});

it.each([
  ["en", english],
  ["de", german],
  ["ru", russian],
])("finds the language %s", (language, text) => {
  expect(languageFit(words(text))?.language).toBe(language);
});

/** As in windows-1251. */
function cyrillicByte(letter: string): string {
  const code = letter.charCodeAt(0);
  return code >= 0x410 && code <= 0x44f ? String.fromCharCode(code - 0x410 + 0xc0) : letter;
}
