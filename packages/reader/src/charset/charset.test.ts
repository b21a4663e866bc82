import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { decodeText } from "./charset.ts";

/** A sentence or two of each language, in each encoding it was kept in. The bytes declare nothing. */
const texts: readonly (readonly [charsets: string, language: string, text: string])[] = [
  ["utf-8 utf-16le utf-16be", "French and Japanese", "Déjà vu, naïveté: les mots d'ici. 日本語の言葉。"],
  ["utf-16le utf-16be utf-32le utf-32be", "German", "Hello wörld, schöne Grüße"],
  [
    "windows-1252 iso-8859-15",
    "French",
    "Le garçon a mangé des crêpes près de l'église, où sa sœur l'attendait déjà.",
  ],
  [
    "macroman cp437",
    "French",
    "Le garçon a mangé des crêpes près de l'église et sa mère l'a félicité à midi.",
  ],
  ["windows-1252 macroman", "English", "Café déjà vu – naïve façade “quoted” and Größe"],
  [
    "windows-1252 iso-8859-15 macroman cp437",
    "German",
    "Die Mädchen hörten überall schöne Lieder über große Bäume und süße Äpfel.",
  ],
  [
    "windows-1252 iso-8859-15",
    "Portuguese",
    "Não há dúvida de que a educação é a melhor solução para a nação.",
  ],
  [
    "windows-1252 iso-8859-15 macroman",
    "Danish",
    "Børnene løb gennem skoven og så både får, køer og små ænder på åen.",
  ],
  [
    "windows-1250 iso-8859-2",
    "Polish",
    "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.",
  ],
  [
    "windows-1250 iso-8859-2",
    "Czech",
    "Všichni lidé se rodí svobodní; každý má též právo na život, šťastný a důstojný.",
  ],
  [
    "windows-1250 iso-8859-2",
    "Hungarian",
    "Minden emberi lény szabadon születik és egyenlő méltósága és joga van, tőlük meg nem fosztható.",
  ],
  [
    "windows-1250 iso-8859-2",
    "Romanian",
    "Toate fiinţele umane se nasc libere şi egale în demnitate şi în drepturi.",
  ],
  [
    "windows-1250 iso-8859-2",
    "Croatian",
    "Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima, što žene i muškarci već znaju, životom i čašću.",
  ],
  [
    "windows-1251 koi8-r iso-8859-5 cp866",
    "Russian",
    "Все люди рождаются свободными и равными в своем достоинстве и правах.",
  ],
  [
    "windows-1251 koi8-u",
    "Ukrainian",
    "Всі люди народжуються вільними і рівними у своїй гідності та правах. Їхня ґречність відома.",
  ],
  [
    "windows-1251 iso-8859-5 cp866",
    "Bulgarian",
    "Всички хора се раждат свободни и равни по достойнство и права.",
  ],
  [
    "windows-1251 iso-8859-5",
    "Serbian",
    "Сва људска бића рађају се слободна и једнака у достојанству и правима.",
  ],
  [
    "windows-1253 iso-8859-7",
    "Greek",
    "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Άλλοι ήρθαν, Άγγλοι και Άραβες.",
  ],
  [
    "windows-1254 iso-8859-9",
    "Turkish",
    "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar; akıl ve vicdana sahiptirler.",
  ],
  ["windows-1255", "Hebrew", "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם."],
  ["windows-1256", "Arabic", "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق، وقد وهبوا عقلا وضميرا."],
  [
    "windows-1257",
    "Lithuanian",
    "Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė.",
  ],
  [
    "windows-1257",
    "Latvian",
    "Visi cilvēki piedzimst brīvi un vienlīdzīgi savā pašcieņā un tiesībās. Viņi ir apveltīti ar saprātu.",
  ],
  [
    "windows-1257",
    "Estonian",
    "Kõik inimesed sünnivad vabadena ja võrdsetena oma väärikuselt ja õigustelt, ka šokk ja žürii.",
  ],
  ["windows-874", "Thai", "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ"],
  [
    "cp932 euc-jp utf-16le utf-16be",
    "Japanese",
    "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。",
  ],
  [
    "cp949 utf-16le utf-16be",
    "Korean",
    "모든 국민은 법 앞에 평등하다. 누구든지 성별에 의하여 차별을 받지 아니한다.",
  ],
  [
    "gb18030 gbk utf-16le utf-16be",
    "simplified Chinese",
    "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。",
  ],
  [
    "big5 utf-16le utf-16be",
    "traditional Chinese",
    "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心。",
  ],
  ["utf-16le utf-16be", "Russian", "Все люди рождаются свободными"],
  ["utf-16le utf-16be", "Arabic", "يولدجميعالناسأحرارا"],
];
const cases = texts.flatMap(([charsets, language, text]) =>
  charsets.split(" ").map((charset) => ({ charset, language, text })),
);

describe("decodeText", () => {
  it.each(cases)("reads $language in $charset without any declaration", ({ charset, text }) => {
    expect(decodeText(iconv.encode(text, charset))).toMatchObject({ text, certain: true });
  });

  it("reads Vietnamese in windows-1258, whose tone marks stand apart, as composed letters", () => {
    const text = "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi.";
    const apart = text
      .normalize("NFD")
      .replace(/[aeiouAEIOU][\u0302\u0306\u031b]+|[aeiouAEIOUdD]\u031b/g, (letter) => letter.normalize("NFC"))
      // A mark below is written before the shape of the letter when it is taken apart.
      .replace(
        /([aeo])(\u0323)([\u0302\u0306])/g,
        (_, letter, below, shape) => `${`${letter}${shape}`.normalize("NFC")}${below}`,
      );
    const bytes = iconv.encode(apart, "windows-1258");
    expect(bytes.includes("?")).toBe(false);
    expect(decodeText(bytes)).toMatchObject({ text, charset: "windows-1258" });
  });

  it.each(["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"])(
    "takes the byte order mark of %s and leaves it out",
    (charset) => {
      expect(decodeText(iconv.encode("日本語 text", charset, { addBOM: true })).text).toBe("日本語 text");
    },
  );

  it.each([
    ["a table of names", "windows-1252", "Name;Stadt;Betrag\nMüller;Köln;12,50\nSchäfer;Nürnberg;99,00\n"],
    ["a table of names", "windows-1250", "Jan;Łódź;ul. Żeromskiego 5\nAnna;Kraków;ul. Długa 7\n"],
    ["a table of names", "gb18030", "姓名,城市\n张伟,北京\n王芳,上海\n李娜,广州\n"],
    ["a heading in capitals", "windows-1251", "ДОГОВОР ПОСТАВКИ № 15\nг. Москва"],
    ["a heading in capitals", "koi8-r", "ДОГОВОР ПОСТАВКИ\nг. Москва"],
    ["a heading in capitals", "windows-1253", "ΑΙΤΗΣΗ ΠΡΟΣ ΤΟΝ ΔΗΜΟ ΑΘΗΝΑΙΩΝ"],
    ["a greeting after much English", "windows-1251", `${"The quick brown fox. ".repeat(40)}Привет, мир`],
    [
      "a Spanish name in English",
      "windows-1252",
      "The meeting with Mr. Núñez was held on Tuesday. ".repeat(10),
    ],
    ["Latin words among Chinese", "gb18030", "使用Windows系统安装Office软件的方法"],
    ["rare characters", "utf-16le", "鯨魚噴水，颱風呼嘯，螃蟹躲藏於礁岩縫隙。"],
    ["rare characters", "utf-16be", "鯨魚噴水，颱風呼嘯，螃蟹躲藏於礁岩縫隙。"],
    ["a table of round numbers", "windows-1252", `${"1020304050".repeat(9)} Größe, Müllers!`],
    ["a box drawn with lines", "cp437", "┌────┬────┐\n│ Käse │ Öl │\n└────┴────┘"],
    ["typographic quotes", "windows-1252", "It’s “quoted” text"],
  ])("reads %s in %s", (_, charset, text) => {
    expect(decodeText(iconv.encode(text, charset)).text).toBe(text);
  });

  it.each([
    ["two words", "windows-1252", "naïve café"],
    ["a name of two characters", "cp932", "鈴木"],
    ["a degree sign", "windows-1252", "25°C in July"],
  ])("says that %s are too little to be certain", (_, charset, text) => {
    expect(decodeText(iconv.encode(text, charset)).certain).toBe(false);
  });

  it("finds the encoding of a long text whose first megabytes are plain ASCII", () => {
    const text = `${"id;value\n".repeat(300_000)}${"Zażółć gęślą jaźń, powiedział Święcicki.\n".repeat(20)}`;
    expect(decodeText(iconv.encode(text, "windows-1250")).text).toBe(text);
  });

  it("trusts a declaration when the bytes allow it, but valid UTF-8 first", () => {
    expect(decodeText(iconv.encode("Zażółć gęślą", "iso-8859-2"), "ISO-8859-2")).toEqual({
      text: "Zażółć gęślą",
      charset: "iso-8859-2",
      certain: true,
    });
    expect(decodeText(Buffer.from("Zażółć"), "iso-8859-1").text).toBe("Zażółć");
    expect(decodeText(Buffer.from("plain"), "utf-16").text).toBe("plain");
  });

  it.each(["euc-jp", "utf-8", "no-such-encoding"])(
    "does not believe %s when the bytes contradict it",
    (declared) => {
      const text = "Все люди рождаются свободными и равными в своем достоинстве и правах.";
      expect(decodeText(iconv.encode(text, "windows-1251"), declared).text).toBe(text);
    },
  );

  it.each(["utf-8", undefined])(
    "keeps the good text of UTF-8 with a few broken bytes, declared %s",
    (declared) => {
      const bytes = Buffer.concat([Buffer.from("ä".repeat(50)), Buffer.from([0xff]), Buffer.from("ö")]);
      expect(decodeText(bytes, declared).text).toBe(`${"ä".repeat(50)}\ufffdö`);
    },
  );
});
