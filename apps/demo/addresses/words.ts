import { type AddressKind, addressKinds } from "../sources/address.ts";

export type AddressWords = {
  /** What the service reads: "web pages and videos on YouTube". Empty when it reads no addresses. */
  taken: string;
  lead: string;
  /** What it does not read, in a sentence. Empty when it reads all kinds, or none. */
  missing: string;
};

/** Says which kinds of addresses the service reads. */
export function addressWords(can: (capability: string) => boolean): AddressWords {
  const kinds = Object.keys(addressKinds) as AddressKind[];
  const list = (some: AddressKind[], type: Intl.ListFormatType) =>
    new Intl.ListFormat("en", { type }).format(some.map((kind) => addressKinds[kind].what));
  const taken = list(kinds.filter(can), "conjunction");
  const missing = list(
    kinds.filter((kind) => !can(kind)),
    "disjunction",
  );
  return {
    taken,
    lead: `${taken.charAt(0).toUpperCase()}${taken.slice(1)}. You see the kind of each address first. It is read when you say so.`,
    missing: taken === "" || missing === "" ? "" : `This service does not read ${missing}.`,
  };
}
