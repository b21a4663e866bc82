/** The words of a file's name, or of a text that may hold one: "AmazonInvoice2014_final.pdf" → "Amazon Invoice 2014 final". */
export const fileNameWords = (text: string): string =>
  text
    .replace(/\.\p{L}[\p{L}\d]{1,4}(?=$|[\s?!.,;:)"'”’])/gu, "")
    .replace(/[_-]+/g, " ")
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, " ");
