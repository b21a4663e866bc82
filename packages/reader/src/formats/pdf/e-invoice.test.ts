import { expect, it } from "vitest";
import { makePdf } from "../../../testing/fixtures/pdf.ts";
import { createOpenOcr } from "../../ocr/open-ocr.ts";
import { createPdfReader } from "../../pdfium/pdf-reader.ts";
import { readEInvoice } from "./e-invoice.ts";
import { createPdfParser } from "./parse-pdf.ts";

const party = (name: string, vat: string) =>
  `<ram:Name>${name}</ram:Name><ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">201/1</ram:ID></ram:SpecifiedTaxRegistration>` +
  `<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${vat}</ram:ID></ram:SpecifiedTaxRegistration>`;
const moment = (day: string) => `<udt:DateTimeString format="102">${day}</udt:DateTimeString>`;

const factur = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:ram" xmlns:udt="urn:udt">
<rsm:ExchangedDocument><ram:ID>RE-17</ram:ID><ram:IssueDateTime>${moment("20240605")}</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
<ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedTradeProduct><ram:Name>Garden  bench</ram:Name></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>55.50</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">2.0000</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>111.00</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>
<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty>${party("Nordlicht GmbH", "DE123456789")}</ram:SellerTradeParty><ram:BuyerTradeParty>${party("Brillen AG", "DE987654321")}</ram:BuyerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery><ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime>${moment("20240603")}</ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent></ram:ApplicableHeaderTradeDelivery>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:SpecifiedTradeSettlementPaymentMeans><ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE89370400440532013000</ram:IBANID></ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>
<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${moment("20240705")}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>111.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="GBP">18.00</ram:TaxTotalAmount><ram:TaxTotalAmount currencyID="EUR">21.09</ram:TaxTotalAmount><ram:GrandTotalAmount>132.09</ram:GrandTotalAmount><ram:DuePayableAmount>132.09</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;

const expected = {
  number: "RE-17",
  date: "2024-06-05",
  due_date: "2024-07-05",
  delivery_date: "2024-06-03",
  seller: "Nordlicht GmbH",
  seller_vat: "DE123456789",
  buyer: "Brillen AG",
  buyer_vat: "DE987654321",
  currency: "EUR",
  iban: "DE89370400440532013000",
  net_total: 111,
  tax_total: 21.09,
  grand_total: 132.09,
  due_payable: 132.09,
  lines: [{ description: "Garden bench", quantity: 2, unit_price: 55.5, line_total: 111 }],
};

it("reads a Cross Industry Invoice, of each sum that in the invoice's own currency", () => {
  expect(readEInvoice(Buffer.from(factur))).toEqual(expected);
});

it("reads the names of the first version of ZUGFeRD", () => {
  const first = factur
    .replace(/CrossIndustryInvoice/g, "CrossIndustryDocument")
    .replace(/rsm:ExchangedDocument/g, "rsm:HeaderExchangedDocument")
    .replace(/rsm:SupplyChainTradeTransaction/g, "rsm:SpecifiedSupplyChainTradeTransaction")
    .replace(/ApplicableHeader(Trade\w+)/g, "ApplicableSupplyChain$1")
    .replace(/SpecifiedLine(Trade\w+)/g, "SpecifiedSupplyChain$1");
  expect(readEInvoice(Buffer.from(first))).toEqual(expected);
});

it("leaves out what an invoice lacks and what is no day or number, and is null for other XML", () => {
  const broken = factur
    .replace("20240705", "5 July")
    .replace(">132.09<", ">one hundred<")
    .replace(/<ram:IBANID>.*?<\/ram:IBANID>/, "");
  const { due_date: _, iban: __, grand_total: ___, ...left } = expected;
  expect(readEInvoice(Buffer.from(broken))).toEqual(left);
  expect(readEInvoice(Buffer.from("<a><b>1</b></a>"))).toBeNull();
});

it("gives the first element of a PDF what the e-invoice inside of it says, and does not call it unread", async () => {
  const parser = createPdfParser(createPdfReader(), createOpenOcr({ command: null }));
  const read = (name: string, content: string) =>
    parser(
      {
        bytes: makePdf([{ items: [{ text: "Invoice RE-17", x: 72, y: 100 }] }], {
          attachments: [{ name, content }, "terms.pdf"],
        }),
        fileName: "a.pdf",
        extension: "pdf",
      },
      { onProgress() {} },
    );
  const { elements, message } = await read("factur-x.xml", factur);
  expect(elements[0]?.metadata?.e_invoice).toEqual(expected);
  expect(message).toBe("The attached file terms.pdf was not read");
  const other = await read("factur-x.xml", "<not-an-invoice/>");
  expect(other.elements[0]?.metadata?.e_invoice).toBeUndefined();
  expect(other.message).toBe("The attached files factur-x.xml, terms.pdf were not read");
});
