/** What stands for everything that is not a letter. */
export const wordEnd = " ";

/** A cost is the negative natural logarithm of a share. In the tables it is one of these digits. */
export const costDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
export const maxCost = 12.6;

/** By the code of the digit. */
const costOfDigit = new Float64Array(128).fill(maxCost);
for (let step = 0; step < costDigits.length; step += 1)
  costOfDigit[costDigits.charCodeAt(step)] = (step / (costDigits.length - 1)) * maxCost;

/** Reads a string of cost digits. */
export function readCosts(digits: string): Float64Array {
  const costs = new Float64Array(digits.length);
  for (let index = 0; index < digits.length; index += 1)
    costs[index] = costOfDigit[digits.charCodeAt(index)] ?? maxCost;
  return costs;
}
