import { describe, expect, it } from "vitest";
import { entityKey, isLegalForm, withoutLegalForm } from "./entity-key.ts";

describe("the key of an entity", () => {
  it.each([
    ["Acme Corp.", "ACME Corp", "Acme Corporation", "Acme Corp’s", "the Acme Corp"],
    ["Fiat S.p.A.", "FIAT SpA"],
    ["Kestrel Marine AG", "Kestrel-Marine AG", "Kestrel Marine Aktiengesellschaft"],
    ["Ångström", "ångstrom"],
    ["L’Oréal", "L'Oreal"],
    ["Die Zeit", "ZEIT"],
  ])("is one for all spellings of %s", (...spellings) => {
    expect(new Set(spellings.map(entityKey)).size).toBe(1);
  });

  it("tells apart firms of one name with different legal forms, and words from parts of words", () => {
    expect(entityKey("Acme GmbH")).not.toBe(entityKey("Acme Inc."));
    expect(entityKey("Bismarck")).not.toBe(entityKey("Bismarckhütte"));
    expect(entityKey("…")).toBe("");
  });

  it("knows a firm without its legal form, and a legal form alone", () => {
    expect(withoutLegalForm(entityKey("Acme Corp."))).toBe("acme");
    expect(withoutLegalForm("bank of england")).toBeNull();
    expect(isLegalForm("gmbh")).toBe(true);
    expect(isLegalForm("acme")).toBe(false);
  });
});
