import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { decodeText } from "./charset.ts";

const SAMPLES: Record<string, string> = {
  "utf-8": "héé 日本",
  cp932: "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。",
  "euc-jp": "吾輩は猫である。名前はまだ無い。どこで生れたか。",
  cp949: "모든 국민은 법 앞에 평등하다. 누구든지 성별에 의하여 차별을 받지 아니한다.",
  gb18030: "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心。",
  big5: "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心。",
  "windows-1251": "Все люди рождаются свободными и равными в своем достоинстве и правах.",
  "koi8-r": "Все люди рождаются свободными и равными в своем достоинстве и правах.",
  "windows-1252": "Café déjà vu – naïve façade “quoted” Größe",
  "utf-16le": "Hello wörld",
  "utf-16be": "Hello wörld",
  "utf-32le": "Hello wörld",
  "utf-32be": "Hello wörld",
};

describe("decodeText", () => {
  it.each(Object.entries(SAMPLES))("recognises %s without any declaration", (charset, text) => {
    expect(decodeText(iconv.encode(text, charset)).text).toBe(text);
  });

  it.each(["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"])(
    "takes the byte order mark of %s and leaves it out",
    (charset) => {
      expect(decodeText(iconv.encode("日本語 text", charset, { addBOM: true })).text).toBe("日本語 text");
    },
  );

  it("trusts a declaration when the bytes allow it, but valid UTF-8 first", () => {
    expect(decodeText(iconv.encode("Zażółć gęślą", "iso-8859-2"), "ISO-8859-2").text).toBe("Zażółć gęślą");
    expect(decodeText(Buffer.from("Zażółć"), "iso-8859-1").text).toBe("Zażółć");
    expect(decodeText(Buffer.from("plain"), "utf-16").text).toBe("plain");
  });

  it("keeps the good text of UTF-8 with a few broken bytes", () => {
    const bytes = Buffer.concat([Buffer.from("ä".repeat(50)), Buffer.from([0xff]), Buffer.from("ö")]);
    expect(decodeText(bytes, "utf-8").text).toBe(`${"ä".repeat(50)}\ufffdö`);
  });
});
