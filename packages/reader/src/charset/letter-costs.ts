/** What stands for everything that is not a letter. */
export const wordEnd = " ";

/** A cost is the negative natural logarithm of a share. In the tables it is one of these digits. */
export const costDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
export const maxCost = 12.6;

const costOfDigit: ReadonlyMap<string, number> = new Map(
  [...costDigits].map((digit, step) => [digit, (step / (costDigits.length - 1)) * maxCost]),
);

/** Reads a string of cost digits. */
export function readCosts(digits: string): Float64Array {
  return Float64Array.from(digits, (digit) => costOfDigit.get(digit) ?? maxCost);
}
