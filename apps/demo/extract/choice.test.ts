import { expect, it } from "vitest";
import { isChosen, pointedAt, pressed } from "./choice.ts";

const total = { fileId: "1", pointer: "/total" };
const date = { fileId: "1", pointer: "/date" };

it("follows the pointer until a value is pressed", () => {
  const shown = pointedAt(pointedAt(undefined, total), date);
  expect(isChosen(shown, date)).toBe(true);
  const held = pressed(shown, date);
  expect(pointedAt(held, total)).toBe(held);
});

it("goes to another value that is pressed", () => {
  expect(pressed(pressed(undefined, total), date)).toEqual({ ...date, isHeld: true });
});

it("releases a value that is pressed again", () => {
  const released = pressed(pressed(undefined, total), total);
  expect(released).toBeUndefined();
  expect(isChosen(pointedAt(released, date), date)).toBe(true);
});
