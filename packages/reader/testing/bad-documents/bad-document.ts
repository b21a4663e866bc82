/** A document that is damaged, that lies, or that is made to harm its reader. */
export type BadDocument = {
  name: string;
  extension: string;
  make: () => Uint8Array | Promise<Uint8Array>;
  /** What the person who brought it is told, or what is read of it all the same. */
  expected: { says: RegExp } | { reads: RegExp };
  /** Reading it takes many seconds, because it is long. Only the test of the whole service sends it. */
  isLarge?: true;
};

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
