/** The mark of an item of `<ol type="…">`. */
export function numberMarker(number: number, type: string | undefined): string {
  if ((type === "a" || type === "A") && number >= 1 && number <= 26) {
    return `${String.fromCharCode(type.charCodeAt(0) + number - 1)}.`;
  }
  return `${number}.`;
}
