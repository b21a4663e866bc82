import { type OperationEntry, operations } from "@headwater/spec";
import { describe, expect, it } from "vitest";
import { repeatOf, repeats } from "./repeats.ts";

const entries = Object.values<OperationEntry>(operations);
const meanings = (wanted: (entry: OperationEntry) => boolean) =>
  new Set(entries.filter(wanted).map(({ method, path }) => repeatOf(method, path)));

describe("what a repeat means", () => {
  it("is said for operations of the contract alone", () => {
    const lines = entries.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(repeats).filter((line) => !lines.includes(line))).toEqual([]);
  });

  it("follows from what the operation does", () => {
    const isPost = ({ method }: OperationEntry) => method === "POST";
    expect(meanings(({ method }) => method === "GET")).toEqual(new Set(["harmless"]));
    expect(meanings(({ method }) => method === "PATCH")).toEqual(new Set(["harmless"]));
    expect(meanings(({ method }) => method === "DELETE")).toEqual(new Set(["gone"]));
    // A replay that is asked for twice begins at the same event.
    const isReplay = ({ path }: OperationEntry) => path === "/webhooks/{webhook_id}/replay";
    expect(meanings((entry) => isPost(entry) && entry.access === "write" && !isReplay(entry))).toEqual(
      new Set(["unknown"]),
    );
    expect(meanings((entry) => isPost(entry) && entry.access === "read")).toEqual(
      new Set(["harmless", "keyed"]),
    );
    expect(repeatOf("POST", "/ask-sources")).toBe("keyed");
  });

  it("is unknown for a path that the contract does not have", () => {
    expect(repeatOf("DELETE", "/everything")).toBe("unknown");
  });
});
