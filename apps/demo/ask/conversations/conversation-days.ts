/** Conversations of some days, under the word for those days. */
export type ConversationDays<Item> = { name: string; items: Item[] };

const dayMs = 86_400_000;

/**
 * Groups items by day (today, yesterday, a date), in the given order. Days begin at midnight where the reader is.
 *
 * @example conversationDays([{ updated_at: "2026-11-23T08:00:00Z" }], new Date("2026-11-23T12:00:00Z"))[0].name // "Today"
 */
export function conversationDays<Item extends { updated_at: string }>(
  items: readonly Item[],
  now: Date,
): ConversationDays<Item>[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const days: ConversationDays<Item>[] = [];
  for (const item of items) {
    const name = dayName(Date.parse(item.updated_at), midnight);
    const last = days.at(-1);
    if (last?.name === name) last.items.push(item);
    else days.push({ name, items: [item] });
  }
  return days;
}

function dayName(time: number, midnight: number): string {
  if (time >= midnight) return "Today";
  if (time >= midnight - dayMs) return "Yesterday";
  return time >= midnight - 7 * dayMs ? "Last week" : "Earlier";
}
