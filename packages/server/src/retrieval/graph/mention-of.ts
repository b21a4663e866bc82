import { type DateOrder, datesIn } from "../../text/dates.ts";
import type { DecimalSign } from "../../text/numbers.ts";
import { amountsIn } from "./amounts-in.ts";
import type { EntityKind, Mention } from "./entity.ts";
import { entityKey } from "./entity-key.ts";

/** An entity as somebody else than the rules read it: its kind, and its words as the chunk has them. */
export type Named = [kind: EntityKind, spelling: string];

/** The same entity with the key that the rules give it, so that what both read is one. Null for what has no key. */
export function mentionOf([kind, spelling]: Named, order: DateOrder, decimal: DecimalSign): Mention | null {
  if (kind === "date") {
    const [date] = datesIn(spelling, order);
    if (date) return { key: `#${date.iso}`, kind, spelling: date.iso };
  }
  if (kind === "amount") {
    const [amount] = amountsIn(spelling, decimal);
    if (amount) return { key: amount.key, kind, spelling: amount.spelling };
  }
  const key = entityKey(spelling);
  return key.length > 1 ? { key, kind, spelling } : null;
}
