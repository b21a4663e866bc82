import { expect, it } from "vitest";
import { boxFrom, boxText } from "./box-text.ts";

it("carries the box of quoted words through an address", () => {
  const box = { left: 72, top: 130.5, width: 200.126, height: 14.25 };
  expect(boxText(box)).toBe("72,130.5,200.13,14.25");
  expect(boxFrom(boxText(box))).toEqual({ ...box, width: 200.13 });
});

it.each([null, "", "1,2,3", "1,2,3,4,5", "1,2,,4", "1,2,x,4", "1,2,0,4", "1,2,3,-4", "1,2,3,Infinity"])(
  "reads no box from %j",
  (text) => expect(boxFrom(text)).toBeUndefined(),
);
