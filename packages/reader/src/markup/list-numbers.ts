const ROMAN: [number, string][] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

/** 4 as "IV". Numbers that have no Roman form stay as they are. */
export function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  let left = number;
  return ROMAN.map(([value, sign]) => {
    const times = Math.floor(left / value);
    left -= times * value;
    return sign.repeat(times);
  }).join("");
}

/** A to Z, then AA, BB …, as office programs count. */
export function letters(number: number): string {
  if (number < 1 || number > 780) return String(number);
  return String.fromCharCode(65 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
}

/** 2 as "2nd". */
export function ordinal(number: number): string {
  const teens = number % 100 >= 11 && number % 100 <= 13;
  return `${number}${teens ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th")}`;
}

/**
 * Whether people cite an item by its number, which is then part of its text: it combines several levels ("4.2") or has a
 * word or a section sign of its own ("Article 4", "§ 2", "第3条"). A plain "2." or "(b)" is only the list's style.
 */
export const hasCitedNumber = (levels: number, surroundings: string): boolean =>
  levels > 1 || /\p{L}{2}|[\p{Script=Han}\p{Script=Hangul}§¶№]/u.test(surroundings);

const digits = "〇一二三四五六七八九";
const units = ["", "十", "百", "千"];

/** 23 as "二十三". Numbers that are too great stay as they are. */
export function chineseNumber(number: number): string {
  if (number < 1 || number > 9999) return String(number);
  const places = [...String(number)].map(Number);
  const written = places.map((digit, index) =>
    digit === 0 ? digits[0] : `${digits[digit]}${units[places.length - 1 - index]}`,
  );
  return written.join("").replace(/〇+/g, "零").replace(/零$/, "").replace(/^一十/, "十");
}
