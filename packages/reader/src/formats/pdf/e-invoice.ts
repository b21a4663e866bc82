import { child, type XmlNode, xmlChildren } from "../../package/xml-tree.ts";

/** What an e-invoice inside of a PDF says. Days are ISO 8601, numbers are as written there. What it lacks is absent. */
export type EInvoice = {
  number?: string;
  date?: string;
  due_date?: string;
  delivery_date?: string;
  seller?: string;
  seller_vat?: string;
  buyer?: string;
  buyer_vat?: string;
  currency?: string;
  iban?: string;
  bic?: string;
  net_total?: number;
  tax_total?: number;
  grand_total?: number;
  due_payable?: number;
  lines: EInvoiceLine[];
};
export type EInvoiceLine = {
  description?: string;
  quantity?: number;
  unit_price?: number;
  line_total?: number;
};

/** Whether a file inside of a PDF has the name that the standards of e-invoices give to it. */
export const isEInvoiceName = (name: string): boolean =>
  /^(?:factur-x|zugferd-invoice|xrechnung)\.xml$/i.test(name);

const maxLines = 1_000;
const roots = ["CrossIndustryInvoice", "CrossIndustryDocument"];

/**
 * Reads the Cross Industry Invoice of Factur-X, ZUGFeRD (1 and 2) and XRechnung. Null for other XML. Damaged XML gives
 * what can be read of it.
 */
export function readEInvoice(xml: Uint8Array): EInvoice | null {
  const parts = xmlChildren(xml, roots);
  const header = parts.find(({ name }) => name.endsWith("ExchangedDocument"));
  const transaction = parts.find(({ name }) => name.endsWith("SupplyChainTradeTransaction"));
  if (!header || !transaction) return null;
  const agreement = at(transaction, "TradeAgreement");
  const settlement = at(transaction, "TradeSettlement");
  const sums = at(settlement, "MonetarySummation");
  const means = at(settlement, "PaymentMeans");
  const currency = textOf(at(settlement, "InvoiceCurrencyCode"));
  const delivery = at(transaction, "TradeDelivery", "ActualDeliverySupplyChainEvent", "OccurrenceDateTime");
  const found = {
    number: textOf(child(header, "ID")),
    date: dayOf(at(header, "IssueDateTime")),
    due_date: dayOf(at(settlement, "PaymentTerms", "DueDateDateTime")),
    delivery_date: dayOf(delivery),
    ...partyOf(at(agreement, "SellerTradeParty"), "seller"),
    ...partyOf(at(agreement, "BuyerTradeParty"), "buyer"),
    currency,
    iban: textOf(at(means, "CreditorFinancialAccount", "IBANID")),
    bic: textOf(at(means, "CreditorFinancialInstitution", "BICID")),
    net_total: numberOf(at(sums, "TaxBasisTotalAmount")),
    tax_total: numberOf(
      allAt(sums, "TaxTotalAmount").find(({ attributes }) =>
        [undefined, currency].includes(attributes.currencyID),
      ),
    ),
    grand_total: numberOf(at(sums, "GrandTotalAmount")),
    due_payable: numberOf(at(sums, "DuePayableAmount")),
  };
  const lines = allAt(transaction, "SupplyChainTradeLineItem").slice(0, maxLines).map(lineOf);
  return { ...present(found), lines: lines.filter((line) => Object.keys(line).length > 0) };
}

const partyOf = (
  party: XmlNode | undefined,
  role: "seller" | "buyer",
): Record<string, string | undefined> => ({
  [role]: textOf(child(party, "Name")),
  [`${role}_vat`]: textOf(
    allAt(party, "TaxRegistration")
      .map((registration) => child(registration, "ID"))
      .find((id) => id?.attributes.schemeID === "VA"),
  ),
});

function lineOf(item: XmlNode): EInvoiceLine {
  const agreement = at(item, "TradeAgreement");
  return present({
    description: textOf(at(item, "TradeProduct", "Name")),
    quantity: numberOf(at(item, "TradeDelivery", "BilledQuantity")),
    unit_price: numberOf(at(agreement, "NetPriceProductTradePrice", "ChargeAmount")),
    line_total: numberOf(at(item, "TradeSettlement", "MonetarySummation", "LineTotalAmount")),
  });
}

/** The first descendant on a path of names; each may have words before it that distinguish the versions. */
const at = (node: XmlNode | undefined, ...names: string[]): XmlNode | undefined =>
  names.reduce<XmlNode | undefined>((inner, name) => allAt(inner, name)[0], node);

const allAt = (node: XmlNode | undefined, name: string): XmlNode[] =>
  (node?.children ?? []).filter((each) => each.name.endsWith(name));

const textOf = (node: XmlNode | undefined): string | undefined =>
  node?.text.trim().replace(/\s+/g, " ") || undefined;

function numberOf(node: XmlNode | undefined): number | undefined {
  const text = textOf(node);
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) ? value : undefined;
}

/** "20240605" in the format 102; others are not used for days. */
function dayOf(moment: XmlNode | undefined): string | undefined {
  const written = /^(\d{4})(\d\d)(\d\d)$/.exec(textOf(at(moment, "DateTimeString")) ?? "");
  return written ? written.slice(1).join("-") : undefined;
}

const present = <Fields extends Record<string, unknown>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
