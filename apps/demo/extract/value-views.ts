/** How values are shown, as tabs. */
export const valueViews = (["Table", "JSON"] as const).map((value) => ({ value, label: value }));
export type ValueView = (typeof valueViews)[number]["value"];
