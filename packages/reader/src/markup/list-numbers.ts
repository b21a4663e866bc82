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
