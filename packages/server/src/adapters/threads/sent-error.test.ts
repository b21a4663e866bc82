import { expect, it } from "vitest";
import { passingFault } from "../../builds/faults.ts";
import { ServiceError } from "../../kernel/service-error.ts";
import { ModelUnavailableError } from "../../models/model-unavailable-error.ts";
import { receiveError, sendError } from "./sent-error.ts";

/** As it crosses: only plain data does. */
const across = (error: unknown): Error => receiveError(structuredClone(sendError(error)));

it("brings back what a caller has to know of an error", () => {
  expect(across(new ServiceError(404, "Not found"))).toMatchObject({ status: 404, message: "Not found" });
  const away = across(new ModelUnavailableError("It is away", { isPassing: false, retryAfterMs: 900 }));
  expect(away).toBeInstanceOf(ModelUnavailableError);
  expect(away).toMatchObject({ message: "It is away", isPassing: false, retryAfterMs: 900 });
  expect(across(new Error("plain"))).not.toBeInstanceOf(ServiceError);
});

it("an error that passes is known as such in the other thread, also below what it caused", () => {
  const lost = Object.assign(new Error("connection lost"), { code: "DATABASE_UNAVAILABLE" });
  const error = across(new Error("The search failed", { cause: lost }));
  expect(passingFault(error)).toBe("the database could not be reached");
});
