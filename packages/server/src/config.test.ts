import { expect, it } from "vitest";
import { readSettings } from "./config.ts";

it("refuses a database of another kind, without showing its password", () => {
  const read = () => readSettings({ HEADWATER_DATABASE: "mysql://anna:s3cret@db.example.com/documents" });
  expect(read).toThrow(/^HEADWATER_DATABASE=… can't be used: it takes postgres:\/\//);
  expect(read).not.toThrow(/s3cret/);
});
