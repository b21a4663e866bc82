import { expect, test } from "vitest";
import { methodsOf, withMethods } from "../scripts/exported-methods.ts";
import { documents } from "./documents.ts";

test("an application exports every method that an operation has", () => {
  expect(methodsOf(documents)).toEqual(["GET", "POST", "PUT", "PATCH", "DELETE"]);
});

test("the methods are written into code, comments and code blocks, whatever was there", () => {
  const all = ["GET", "PUT"];
  // In two pieces, so that the generator does not take these lines for an application.
  const made = "} = createRouteHandlers(";
  for (const line of [
    `export const { GET ${made}{`,
    ` * export const { DELETE, GET, ${made}options);`,
    `export const {\n  GET,\n  POST,\n${made}`,
  ])
    expect(withMethods(line, all)).toContain(`export const { GET, PUT ${made}`);
  expect(withMethods("const { GET } = handlers;", all)).toBe("const { GET } = handlers;");
});
