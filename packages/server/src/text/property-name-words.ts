/** The words of a property's name: "invoiceNumber", "invoice_number" → "invoice number". */
export const propertyNameWords = (name: string): string =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-.]+/g, " ")
    .trim();
