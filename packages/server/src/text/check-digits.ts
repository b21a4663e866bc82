/** Whether the check digits of an IBAN are right (ISO 13616: modulo 97 is 1). Spaces don't count. */
export function isIban(text: string): boolean {
  const compact = text.replace(/\s/g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(compact)) return false;
  const moved = `${compact.slice(4)}${compact.slice(0, 4)}`;
  let remainder = 0;
  for (const sign of moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55)))
    remainder = (remainder * 10 + Number(sign)) % 97;
  return remainder === 1;
}

/** Whether the last digit is right by Luhn's rule: numbers of cards, SIREN and SIRET. Spaces and dashes don't count. */
export function isLuhn(text: string): boolean {
  const digits = text.replace(/[\s-]/g, "");
  if (!/^\d{2,}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
