import type { Element } from "../../packages/server/src/elements/element.ts";

/**
 * Annual reports of our own: five firms, four years, the same headings and nearly the same words, each report with the
 * figures of the year before beside its own. The truth was written before any search was tried on them. Which report a
 * question means is said in the question only by firm and year, and in a report only on its first page and in its name.
 */
export type AnnualReport = { id: string; fileName: string; elements: Element[] };
export type ReportQuestion = { text: string; report: string; heading: string };

const firms = [
  { name: "Northmoor Bakeries", legal: "Northmoor Bakeries plc", trade: "bread and cakes", at: 310 },
  { name: "Kestrel Marine", legal: "Kestrel Marine AG", trade: "engines for small ships", at: 870 },
  { name: "Halden Timber", legal: "Halden Timber ASA", trade: "beams and boards", at: 145 },
  { name: "Orsini Ceramics", legal: "Orsini Ceramics S.p.A.", trade: "tiles and basins", at: 95 },
  { name: "Balfour Rail", legal: "Balfour Rail Ltd", trade: "signals and switches", at: 520 },
];
const years = [2020, 2021, 2022, 2023];

/** Figures that differ in every report. */
const figuresOf = (firm: number, year: number) => {
  const base = (firms[firm]?.at ?? 0) + (year - 2020) * (7 + firm * 3);
  return {
    revenue: `${base}.${(firm * 3 + year) % 10} million`,
    staff: `${base * 6 + firm * 11 + (year % 7)}`,
    dividend: `0.${20 + firm * 9 + (year - 2020) * 2}`,
    energy: `${base * 4 + year - 2000} MWh`,
    auditor: ["Lindqvist & Roe", "Marchetti Partners", "Odell Grant"][(firm + year) % 3],
    spent: `${(base / 40).toFixed(1)} million`,
  };
};

const bodiesOf = (firm: number, year: number): [heading: string, text: string][] => {
  const now = figuresOf(firm, year);
  const before = figuresOf(firm, year - 1);
  const trade = firms[firm]?.trade;
  return [
    [
      "Letter to shareholders",
      `Dear shareholders, the group sold more ${trade} than in ${year - 1}. The board thanks all who work for the group. We enter ${year + 1} with full order books and go on with the plan that we set out in ${year - 1}. Prices of materials moved in both directions, and our customers stayed with us. The board visited all plants and spoke with those who work there. What we learnt is in the plan, which the supervisory board approved in its spring meeting.`,
    ],
    [
      "Revenue",
      `Revenue of the group was ${now.revenue}, after ${before.revenue} in ${year - 1}. Most of the revenue came from ${trade}. For ${year + 1} the board expects revenue to grow again. The home market and the markets abroad developed alike. Currency effects were small, and no single customer stands for more than a tenth of the whole. Sales are recorded when the goods leave the plant and control passes to the customer.`,
    ],
    [
      "Employees",
      `At the end of the year the group employed ${now.staff} people (${year - 1}: ${before.staff}). The number of employees is to stay as it is in ${year + 1}. Personnel costs rose with the collective agreement. Apprentices are not included in these numbers. The rate of accidents fell, and the share of women among the managers rose a little. Training took three days per person on average.`,
    ],
    [
      "Dividend",
      `The board proposes a dividend of ${now.dividend} per share. The dividend for ${year - 1} was ${before.dividend} per share. It is paid on the third day after the general meeting to those who are shareholders on that day. The policy of the group is to pay out about a third of the profit, and to keep the rest for investments in plants and machines.`,
    ],
    [
      "Energy",
      `The plants of the group used ${now.energy} of energy, against ${before.energy} in ${year - 1}. Energy for ${year + 1} is bought already. A third of it came from renewable sources. New ovens, lights and pumps saved part of what the higher output needed. The plants report their consumption every month, and an outside office checks the meters once a year.`,
    ],
    [
      "Auditor",
      `The accounts were audited by ${now.auditor}. In ${year - 1} the auditor was ${before.auditor}. The auditor for ${year + 1} is elected by the general meeting. The report was issued without reservations. Fees for other services stayed below a tenth of the whole. The audit committee met four times, spoke with the partner in charge without the board, and found nothing to object to.`,
    ],
    [
      "Research and development",
      `The group spent ${now.spent} on research and development, after ${before.spent} in ${year - 1}. Research goes on in ${year + 1}. The teams worked on lighter materials, longer life and less waste. Two patents were granted and one was sold. Development costs are carried as assets only where the product is close to the market, else they count in the year.`,
    ],
  ];
};

/** `telling`: the file names say firm and year; otherwise they are numbers, as of scanned files. */
export function annualReports(telling: boolean): AnnualReport[] {
  return firms.flatMap(({ legal, name }, firm) =>
    years.map((year) => {
      const id = `${name} ${year}`;
      const texts: Omit<Element, "position" | "elementId">[] = [
        { type: "Title", level: 1, text: `Annual Report ${year}`, pageNumber: 1 },
        { type: "Title", level: 1, text: legal, pageNumber: 1 },
        ...bodiesOf(firm, year).flatMap(([heading, text], at) => [
          { type: "Title" as const, level: 1, text: heading, pageNumber: at + 2 },
          { type: "NarrativeText" as const, text, pageNumber: at + 2 },
        ]),
      ];
      const short = name.split(" ")[0]?.toLowerCase();
      return {
        id,
        fileName: telling ? `${short}-annual-report-${year}.pdf` : `scan-${firm * 4 + (year % 4) + 17}.pdf`,
        elements: texts.map((element, position) => ({
          ...element,
          position,
          elementId: `${id} ${position}`,
        })),
      };
    }),
  );
}

const asked: [heading: string, question: (firm: string, year: number) => string][] = [
  ["Revenue", (firm, year) => `What was the revenue of ${firm} in ${year}?`],
  ["Employees", (firm, year) => `How many people did ${firm} employ at the end of ${year}?`],
  ["Dividend", (firm, year) => `Which dividend did ${firm} propose for ${year}?`],
  ["Energy", (firm, year) => `How much energy did ${firm}'s plants use in ${year}?`],
  ["Auditor", (firm, year) => `Who audited the ${year} accounts of ${firm}?`],
  ["Research and development", (firm, year) => `What did ${firm} spend on research in ${year}?`],
];

export const reportQuestions: ReportQuestion[] = firms.flatMap(({ name }) =>
  years.flatMap((year) =>
    asked.map(([heading, question]) => ({ text: question(name, year), report: `${name} ${year}`, heading })),
  ),
);
