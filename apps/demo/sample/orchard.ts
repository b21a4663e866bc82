import { typesetPage } from "./typesetting.ts";

const runningHead = "Hollin Weir Orchard Trust, report of the year 2024";

/**
 * The sample: a short report with a table, a list and an invoice. The place, the people and the figures are invented.
 */
export const orchardTitle = "The orchard at Hollin Weir";

export const orchardPages = () => [orchard(), harvest(), water(), invoice()];

function orchard() {
  const sheet = typesetPage(runningHead, 1);
  sheet.title(orchardTitle);
  sheet.note("Report of the warden, Marian Ostrey, to the trustees, 30 November 2024");
  sheet.paragraph(
    "Hollin Weir is an orchard of four hectares on the north bank of the Lathe, a mile below the spring from which the river takes its name. It was planted from 1898 on by the mill that stood here, and has belonged to the trust since 1987. The trust keeps old kinds of apple in use: it picks them, presses them, and gives scion wood to whoever wants to graft.",
  );
  sheet.paragraph(
    "This was a good year after a poor one. The frost of 21 April came when only the Court Pendu Plat was in flower, and that kind flowers late enough to have escaped it in part. Five hundred and twelve people came to the open days in October, more than in any year before.",
  );
  sheet.heading("What was decided");
  sheet.paragraph(
    "The trustees met three times. They decided to replace the press, which dates from 1961, and set aside 18,500 euros for it. They declined an offer for the lower meadow, since it takes the water when the Lathe is high and keeps it from the trees.",
  );
  sheet.heading("People");
  sheet.paragraph(
    "Marian Ostrey remains warden until the end of 2026. Jonas Felk has taken over the nursery from Edith Varga, who planted most of the young trees and retires after thirty-one years. The accounts are kept by Piet Almond.",
  );
  return sheet.page;
}

function harvest() {
  const sheet = typesetPage(runningHead, 2);
  sheet.heading("The harvest");
  sheet.paragraph(
    "Picking began on 16 September and ended on 26 October. The orchard gave 6,960 kilograms, against 4,215 the year before. A third of that was pressed on the spot; the rest was sold at the gate or stored. Table 1 gives the kinds in the order of their planting, with the week of the year they were picked in.",
  );
  sheet.note("Table 1. Trees and yield by kind, 2024");
  sheet.table(
    [
      { name: "Kind", at: 0 },
      { name: "Planted", at: 190, isNumber: true },
      { name: "Trees", at: 258, isNumber: true },
      { name: "Week", at: 332, isNumber: true },
      { name: "Yield in kg", at: 427, isNumber: true },
    ],
    [
      ["Court Pendu Plat", "1898", "22", "43", "640"],
      ["Blenheim Orange", "1904", "31", "40", "1,720"],
      ["Ashmead’s Kernel", "1911", "64", "41", "2,380"],
      ["Egremont Russet", "1926", "48", "39", "1,910"],
      ["Hollin Seedling", "1952", "9", "38", "310"],
      ["All kinds", "", "174", "", "6,960"],
    ],
  );
  sheet.paragraph(
    "The Hollin Seedling grows nowhere else. It came up beside the weir and was noticed in 1952 for keeping until May without a cellar. Nine trees are left, two of them hollow. Jonas Felk has grafted forty young ones, of which thirty-four took; they will be given to other orchards, so that the kind no longer depends on one bank of one river.",
  );
  return sheet.page;
}

function water() {
  const sheet = typesetPage(runningHead, 3);
  sheet.heading("The water");
  sheet.paragraph(
    "The spring gave 38 litres a second on average, measured at the gauge above the weir on the first of each month. It was lowest in September, at 21 litres, and highest in February, at 67. Below 20 litres the trust may draw no water at all; that has not happened since 2018.",
  );
  sheet.heading("Rules for drawing water");
  sheet.list([
    "Between May and August water is drawn only from six to nine in the morning.",
    "No more than 4 litres a second are drawn, whatever the gauge says.",
    "The sluice is opened by the warden alone, or by someone the warden has named in the book.",
    "Whoever finds the gauge below 20 litres closes the sluice and writes down the hour.",
  ]);
  sheet.heading("The weir");
  sheet.paragraph(
    "A survey in June found the weir sound but for its left wing, where roots have lifted three stones. The work is to cost 6,200 euros and to be done in August 2025, when the water is low. The ladder for eels, put in five years ago, was used by at least 140 of them; the count was made on eleven nights in May.",
  );
  return sheet.page;
}

function invoice() {
  const sheet = typesetPage(runningHead, 4);
  sheet.heading("Appendix: an invoice of the trust");
  sheet.facts([
    ["Invoice number", "HW-2024-117"],
    ["Date", "4 November 2024"],
    ["From", "Hollin Weir Orchard Trust, Mill Lane 3, Lathebridge"],
    ["To", "The Copper Kettle, Market Square 12, Lathebridge"],
    ["Payable by", "4 December 2024"],
  ]);
  sheet.table(
    [
      { name: "What", at: 0 },
      { name: "Quantity", at: 258, isNumber: true },
      { name: "Price in €", at: 342, isNumber: true },
      { name: "Sum in €", at: 427, isNumber: true },
    ],
    [
      ["Pressed juice, Ashmead’s Kernel", "160 bottles", "3.20", "512.00"],
      ["Dessert apples, three kinds", "420 kg", "1.10", "462.00"],
      ["Scion wood, Hollin Seedling", "70 pieces", "3.00", "210.00"],
      ["Net amount", "", "", "1,184.00"],
      ["Value added tax, 20 %", "", "", "236.80"],
      ["Total", "", "", "1,420.80"],
    ],
  );
  sheet.paragraph(
    "Bottles that come back whole are credited with 0.25 euros each. Goods remain the trust’s until they are paid.",
  );
  return sheet.page;
}
