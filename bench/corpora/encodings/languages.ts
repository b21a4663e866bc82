/** A language and the encodings its texts were kept in before UTF-8, as iconv-lite names them. */
export type LanguageEncodings = { language: string; encodings: readonly string[] };

const central = ["windows-1250", "iso-8859-2"];
const western = ["windows-1252", "iso-8859-15", "cp437", "macroman"];

export const languages: readonly LanguageEncodings[] = [
  { language: "pl", encodings: central },
  { language: "cs", encodings: central },
  { language: "hu", encodings: central },
  { language: "ro", encodings: central },
  { language: "ru", encodings: ["windows-1251", "iso-8859-5", "koi8-r", "cp866"] },
  { language: "uk", encodings: ["windows-1251", "koi8-u"] },
  { language: "bg", encodings: ["windows-1251", "iso-8859-5", "cp866"] },
  { language: "de", encodings: western },
  { language: "fr", encodings: western },
  { language: "es", encodings: western },
  { language: "pt", encodings: ["windows-1252", "iso-8859-15", "macroman"] },
  { language: "tr", encodings: ["windows-1254", "iso-8859-9"] },
  { language: "el", encodings: ["windows-1253", "iso-8859-7"] },
  { language: "he", encodings: ["windows-1255"] },
  { language: "ar", encodings: ["windows-1256"] },
  { language: "lt", encodings: ["windows-1257"] },
  { language: "ja", encodings: ["shift_jis", "euc-jp"] },
  { language: "ko", encodings: ["euc-kr"] },
  { language: "zh-Hans", encodings: ["gbk", "gb18030"] },
  { language: "zh-Hant", encodings: ["big5"] },
];

/** Without a byte order mark. */
export const unicodeEncodings = ["utf-8", "utf-16le", "utf-16be"] as const;
