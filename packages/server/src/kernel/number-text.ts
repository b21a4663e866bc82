/** Whether a value is a number in quotes. The limits of a field would not say what is wrong with it. */
export const isNumberText = (value: unknown): boolean =>
  typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));

/** What to do about it, after the name of the field. */
export const numberWanted = "must be a number, without quotes";
