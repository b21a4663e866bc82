import { foldAccents } from "../../../text/terms.ts";

/** Whose a number is, seen from the writer of a paper: "Your ref" is the customer's, "Our ref" the vendor's. */
export type LabelOwner = "yours" | "ours";

/** Folded, of all languages of labels. */
const yours = "your|yours|ihr|ihre|ihren|votre|vos|uw|su|sus|vuestro|vuestra|vostro|vostra";
const ours = "our|ours|unser|unsere|unseren|notre|nos|ons|onze|nuestro|nuestra|nostro|nostra";
const before = new RegExp(`(?:^|[^\\p{L}])(?:(${yours})|(${ours}))[\\s_]+$`, "u");
const within = new RegExp(`(?:^|[\\s_])(?:(${yours})|(${ours}))(?=[\\s_]|$)`, "u");

const ownerIn = (pattern: RegExp, text: string): LabelOwner | null => {
  const found = pattern.exec(foldAccents(text));
  if (!found) return null;
  return found[1] === undefined ? "ours" : "yours";
};

/** Whose a label is that begins at `start` of a text; null where no word before it says so. */
export const ownerOfLabel = (text: string, start: number): LabelOwner | null =>
  ownerIn(before, text.slice(Math.max(0, start - 20), start));

/** Whose a property asks for by its name: `your_ref`. */
export const ownerOfName = (name: string): LabelOwner | null => ownerIn(within, name);

/** The party that an owner is. */
export const partyOfOwner = { yours: "customer", ours: "vendor" } as const;
