import { foldAccents } from "../../../text/terms.ts";

/** What an amount at the foot of an invoice or a receipt is, by the words before it. */
export type AmountClass =
  | "gross"
  | "total"
  | "due"
  | "net"
  | "tax"
  | "rounding"
  | "paid"
  | "change"
  | "other";

const rules: [RegExp, AmountClass][] = [
  [
    /\b(?:qty|quantity|menge|items?|articles|points|pos|savings?|discount|rabatt|remise|skonto|korting|sconto|descuento)\b(?!.*\btotal\b)|\btotal (?:qty|quantity|items?|articles)\b/,
    "other",
  ],
  // What is added or taken away on the way to the total, and what an article costs before that.
  [
    /rabatt|(?:zu|ab|auf)schlag|nachlass|\b(?:surcharges?|allowances?|charges?)\b|(?:brutto|netto|einzel)preis|versand|fracht|transport|\b(?:shipping|freight|delivery|livraison)\b/,
    "other",
  ],
  [/\bafter round|\brounded total|\btotal rounded|\bnett total/, "due"],
  [/round|rundung|arrondi|redonde|afrond/, "rounding"],
  [/\bchange\b|ruckgeld|\bcambio\b|wisselgeld|\brendu\b|\bresto\b/, "change"],
  [
    /(?:balance|amount|total) (?:due|payable)|\bpayable\b|zu (?:be)?zahlen|zahlbetrag|\ba (?:payer|pagar)\b|te betalen|da pagare|outstanding|to pay\b|\bresidual\b|\boffener? (?:betrag|rest)|restbetrag|\bsolde\b|\breste a\b|remaining|rechnungsbeitrag/,
    "due",
  ],
  [
    /\b(?:cash|card|visa|master\w*|amex|tendered|gegeben|bar|bezahlt|gezahlt|anzahlung\w*|prepaid|entregado|especes|cb|paid|payments?|acompte|anzahlung|deposit|credits?|debit|contant\w*|contanti|pin|bankcard|efectivo)\b/,
    "paid",
  ],
  [
    /sub\W?tota+l|zwischensumme|\bsous\W|\bnetto\w*|\bnett?\b|\bht\b|\bex(?:cl?|kl)\b|exclu|\b(?:ohne|sem|sin|senza|zonder|hors|without)\b|before tax|untaxed|\bbase\b|imponi|hors tax|taxable|\bgoods\b|warenwert/,
    "net",
  ],
  [/\binc(?:l|luding|lusive|ludes)?\b|\binkl\w*|\bttc\b|brutto|\bgross\b|\binclusi/, "gross"],
  [/^(?!.*\b(?:ust|mwst)\b).*(?:steuer(?:liche?\w*)? ?(?:basis|grund)|bemessung)/, "net"],
  [/\b(?:vat|mwst|ust|tva|btw|iva|gst|sst|tax|taxes|hst|pst)\b|steuer(?!nummer|nr| nr| nummer)/, "tax"],
  [
    /tota+l|\bsumm?e?\b|betrag|gesamt|\bmontant\b|\bimporte\b|\bbedrag\b|\bamount\b|\bamt\b|\bsuma\b/,
    "total",
  ],
];

/** The class of an amount; "other" when its words say nothing about a sum. */
export function amountClass(label: string): AmountClass {
  const folded = foldAccents(label).replace(/[^\p{L}\p{N}%]+/gu, " ");
  return rules.find(([pattern]) => pattern.test(folded))?.[1] ?? "other";
}
