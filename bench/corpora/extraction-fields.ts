/** The schemas of the benchmark, as somebody would write them who has seen none of the documents. */
const text = { type: ["string", "null"] };
const number = { type: ["number", "null"] };
const day = { type: ["string", "null"], format: "date" };

const rows = (properties: Record<string, unknown>, description?: string) => ({
  type: "array",
  ...(description && { description }),
  items: { type: "object", properties },
});

const lineFields = {
  name: { ...text, description: "Description of the article" },
  qty: { ...number, description: "Quantity" },
  price: { ...number, description: "Unit price" },
  price_subtotal: { ...number, description: "Amount of the line" },
};

export const invoiceFields: Record<string, unknown> = {
  issuer: { ...text, description: "Company that issued the invoice" },
  invoice_number: text,
  date: { ...day, description: "Invoice date" },
  date_due: { ...day, description: "Date the payment is due" },
  amount: { ...number, description: "Total amount including tax" },
  amount_untaxed: { ...number, description: "Total amount without tax (net)" },
  currency: { ...text, description: "ISO 4217 code" },
  vat: { ...text, description: "VAT identification number of the issuer" },
  iban: text,
  bic: text,
  siren: { ...text, description: "SIREN number of the issuer" },
  client_id: { ...text, description: "Customer number" },
  lines: rows(lineFields, "Invoice lines"),
};

/** One wording of the fields of an e-invoice: the schema, and its names by those of the truth. */
type Wording = {
  properties: Record<string, unknown>;
  names: Record<string, string>;
  list: string;
  lineNames: Record<string, string>;
};

const kinds: Record<string, unknown> = { date: day, due_date: day, delivery_date: day };
const amounts = ["net_total", "tax_total", "grand_total", "due_payable", "prepaid"];
const lineTexts = ["article", "description"];

function wording(names: Record<string, string>, list: string, lineNames: Record<string, string>): Wording {
  const lines = Object.entries(lineNames).map(([ours, theirs]) => [
    theirs,
    lineTexts.includes(ours) ? text : number,
  ]);
  const fields = Object.entries(names).map(([ours, theirs]) => [
    theirs,
    kinds[ours] ?? (amounts.includes(ours) ? number : text),
  ]);
  return {
    properties: { ...Object.fromEntries(fields), [list]: rows(Object.fromEntries(lines)) },
    names,
    list,
    lineNames,
  };
}

const inOrder = (ours: string, theirs: string): Record<string, string> => {
  const names = theirs.split(" ");
  return Object.fromEntries(ours.split(" ").map((name, index) => [name, names[index] ?? name]));
};
const keyNames =
  "number date seller buyer seller_vat due_date iban delivery_date net_total tax_total grand_total due_payable";
const lineNames = "description quantity unit_price line_total";

/** The same fields in three wordings, so that no name is tuned for. */
export const eInvoiceFields: Record<string, Wording> = {
  plain: wording(
    inOrder(
      keyNames,
      "invoice_number invoice_date seller_name buyer_name seller_vat_id due_date iban delivery_date net_total tax_total grand_total amount_due",
    ),
    "line_items",
    inOrder(lineNames, "description quantity unit_price line_total"),
  ),
  short: wording(
    inOrder(
      keyNames,
      "invoiceNo issueDate supplier customer supplierVatNumber paymentDueDate iban serviceDate subtotal vatAmount total amountPayable",
    ),
    "items",
    inOrder(lineNames, "name qty price amount"),
  ),
  German: wording(
    inOrder(
      keyNames,
      "rechnungsnummer rechnungsdatum verkaeufer kaeufer ust_id_verkaeufer faelligkeitsdatum iban lieferdatum nettobetrag steuerbetrag bruttobetrag zahlbetrag",
    ),
    "positionen",
    inOrder(lineNames, "bezeichnung menge einzelpreis gesamtpreis"),
  ),
};

export const receiptFields: Record<string, unknown> = {
  company: text,
  date: day,
  address: text,
  total: number,
};

const ownInvoiceFields: Record<string, unknown> = {
  issuer: { ...text, description: "Company that issued the invoice" },
  customer: { ...text, description: "Name of the customer" },
  invoice_number: text,
  date: { ...day, description: "Invoice date" },
  due_date: day,
  total: { ...number, description: "Total amount including tax" },
  net: { ...number, description: "Net amount without tax" },
  tax: { ...number, description: "Tax amount" },
  currency: { ...text, description: "ISO 4217 code" },
  vat_number: { ...text, description: "VAT number of the issuer" },
  iban: text,
  lines: rows(lineFields, "Invoice lines"),
};

const simple: Record<string, unknown> = {
  text,
  number,
  date: day,
  list: { type: "array", items: { type: "string" } },
};

type Shape = string | Record<string, string>;

const propertyOf = (shape: Shape): unknown =>
  typeof shape === "string"
    ? simple[shape]
    : rows(Object.fromEntries(Object.entries(shape).map(([name, kind]) => [name, simple[kind]])));

/** Makes the schema and the truth of a document of our own; rows are objects then. */
export function ownFields(kind: string, { fields_schema: written, ...values }: Record<string, unknown>) {
  const shapes = (written ?? {}) as Record<string, Shape>;
  const properties =
    kind === "invoice"
      ? ownInvoiceFields
      : kind === "receipt"
        ? receiptFields
        : Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, propertyOf(shape)]));
  const truth = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, objectsOf(value, shapes[name] ?? lineFields)]),
  );
  return { properties, truth };
}

const objectsOf = (value: unknown, shape: object | string): unknown =>
  Array.isArray(value) && Array.isArray(value[0])
    ? value.map((row: unknown[]) =>
        Object.fromEntries(Object.keys(shape).map((name, index) => [name, row[index]])),
      )
    : value;
