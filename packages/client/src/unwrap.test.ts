import { describe, expect, it } from "vitest";
import { json } from "../testing/scripted-fetch.ts";
import { isApiError } from "./errors/guards.ts";
import { unwrap } from "./unwrap.ts";

const failed = (error: unknown, response = json({}, 400)) => unwrap({ error, response });

describe("unwrap", () => {
  it("answers the data, awaited or not", async () => {
    expect(await unwrap({ data: [1], response: json([1]) })).toEqual([1]);
    expect(await unwrap(Promise.resolve({ data: "", response: json("") }))).toBe("");
  });

  it.each([
    [{ detail: "File not found", message: "other" }, "400 File not found"],
    [{ message: "Bad gateway" }, "400 Bad gateway"],
    [
      { detail: [{ loc: ["body", "question"], msg: "required" }] },
      '400 [{"loc":["body","question"],"msg":"required"}]',
    ],
    ["upstream is down", "400 upstream is down"],
    [undefined, "400 an unreadable answer. Is baseUrl right?"],
    ["", "400 an unreadable answer. Is baseUrl right?"],
  ])("says what a body of %j says", async (error, message) => {
    await expect(failed(error)).rejects.toThrow(message);
  });

  it("keeps the body, the status and the raw response", async () => {
    const body = { detail: "Permission denied", code: 7 };
    const response = json(body, 403, { "x-request-id": "r1" });
    const error = await failed(body, response).catch((each: unknown) => each);
    expect(error).toMatchObject({
      status: 403,
      detail: "Permission denied",
      requestId: "r1",
      cause: body,
      response,
    });
    expect(isApiError(error, 401, 403)).toBe(true);
    expect(isApiError(error, 404)).toBe(false);
  });

  it("does not take a success without a body for an answer", async () => {
    const response = new Response(null, { status: 200 });
    await expect(unwrap({ data: undefined, response })).rejects.toThrow(
      "200 an unreadable answer. Is baseUrl right?",
    );
  });

  it("shows nothing of a web page", async () => {
    const page = "<!DOCTYPE html><title>404</title>";
    await expect(failed(page)).rejects.toThrow("400 an unreadable answer. Is baseUrl right?");
  });

  it("cuts a long text short", async () => {
    await expect(failed("x".repeat(9_000))).rejects.toSatisfy(
      (error) => isApiError(error) && error.detail.length === 500,
    );
  });
});
