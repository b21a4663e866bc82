/** Whether two file names are equal, even in different Unicode forms. */
export const isSameName = (one: string, other: string): boolean =>
  one === other || one.normalize("NFC") === other.normalize("NFC");
