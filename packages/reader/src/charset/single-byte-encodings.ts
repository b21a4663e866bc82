/** An encoding older than Unicode, and the languages that were kept in it. */
export type LegacyEncoding = {
  /** As iconv-lite names it. */
  charset: string;
  languages: readonly string[];
  /** What is held against it: files in this encoding are rare. In the unit of the letter costs. */
  rarity: number;
};

const central = ["pl", "cs", "sk", "hu", "sl", "hr", "ro", "de", "en"];
const western = ["en", "fr", "de", "es", "pt", "it", "nl", "sv", "da", "nb", "fi", "is", "ca"];
const cyrillic = ["ru", "uk", "bg", "sr", "mk", "be"];

/** Of encodings that read a text alike, the first one gives its name. */
export const singleByteEncodings: readonly LegacyEncoding[] = [
  { charset: "windows-1252", languages: western, rarity: 0 },
  { charset: "windows-1251", languages: cyrillic, rarity: 0 },
  { charset: "windows-1250", languages: central, rarity: 0 },
  { charset: "windows-1253", languages: ["el"], rarity: 0 },
  { charset: "windows-1254", languages: ["tr"], rarity: 0 },
  { charset: "windows-1255", languages: ["he"], rarity: 0 },
  { charset: "windows-1256", languages: ["ar", "fa"], rarity: 0 },
  { charset: "windows-1257", languages: ["lt", "lv", "et"], rarity: 0 },
  { charset: "windows-1258", languages: ["vi"], rarity: 1 },
  { charset: "windows-874", languages: ["th"], rarity: 0 },
  { charset: "iso-8859-15", languages: western, rarity: 1 },
  { charset: "iso-8859-2", languages: central, rarity: 0.5 },
  { charset: "iso-8859-5", languages: cyrillic, rarity: 1 },
  { charset: "iso-8859-7", languages: ["el"], rarity: 0.5 },
  { charset: "iso-8859-9", languages: ["tr"], rarity: 0.5 },
  { charset: "iso-8859-13", languages: ["lt", "lv", "et"], rarity: 1 },
  { charset: "koi8-r", languages: ["ru", "bg"], rarity: 0.5 },
  { charset: "koi8-u", languages: ["uk", "be"], rarity: 0.5 },
  { charset: "cp866", languages: cyrillic, rarity: 0.5 },
  { charset: "macroman", languages: western, rarity: 2 },
  { charset: "cp437", languages: western, rarity: 2 },
  { charset: "cp850", languages: western, rarity: 2.5 },
  { charset: "cp852", languages: central, rarity: 2.5 },
  { charset: "maccyrillic", languages: cyrillic, rarity: 3 },
];
