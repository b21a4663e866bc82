import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dateOrderOf, datesIn } from "./dates.ts";

const isoDates = (text: string, order: "day-first" | "month-first" = "day-first") =>
  datesIn(text, order).map(({ iso }) => iso);

describe("datesIn", () => {
  test.each([
    ["2023-04-05", "2023-04-05"],
    ["5.4.2023", "2023-04-05"],
    ["05/04/23", "2023-04-05"],
    ["4/25/2023", "2023-04-25"],
    ["7. Mai 2014", "2014-05-07"],
    ["05 Juillet 2015", "2015-07-05"],
    ["August 3 , 2014", "2014-08-03"],
    ["March 3rd, 2024", "2024-03-03"],
    ["28-Nov-2018", "2018-11-28"],
    ["19 april 2014", "2014-04-19"],
    ["1º de marzo de 2020", "2020-03-01"],
    ["2024年3月15日", "2024-03-15"],
    ["signed on the 1st of February 2021.", "2021-02-01"],
  ])("%s", (text, expected) => {
    expect(isoDates(text)).toEqual([expected]);
  });

  test("refuses text that is not a date", () => {
    for (const text of ["31.02.2023", "12.5.9", "1/2", "192.168.10.12", "version 1.2.2023.4", "13/13/2020"]) {
      expect(isoDates(text), text).toEqual([]);
    }
  });

  test("reads the time behind a date", () => {
    expect(datesIn("25/12/2018 8:13:39 PM", "day-first")[0]?.time).toBe("20:13:39");
  });

  test("the order of day and month comes from the document, then from the hint", () => {
    expect(isoDates("03/04/2024", "month-first")).toEqual(["2024-03-04"]);
    expect(dateOrderOf("01/25/2024 and 03/04/2024", "day-first")).toBe("month-first");
    expect(dateOrderOf("03/04/2024", "month-first")).toBe("month-first");
  });

  test("every date written day first is read back", () => {
    const date = fc.date({ min: new Date("1951-01-01"), max: new Date("2049-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(date, fc.constantFrom(".", "/", "-"), (when, mark) => {
        const iso = when.toISOString().slice(0, 10);
        expect(isoDates(`Date: ${iso.split("-").reverse().join(mark)}`)).toEqual([iso]);
        expect(isoDates(`Date: ${iso}`)).toEqual([iso]);
      }),
    );
  });
});
