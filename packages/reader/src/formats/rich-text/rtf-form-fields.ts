/** Collects what a `\formfield` group says, and gives the text that the field shows by itself: a box or a choice. */
export function createFormFields() {
  let values = new Map<string, number>();
  let choices: string[] = [];
  return {
    open(): void {
      values = new Map();
      choices = [];
    },
    choice(): void {
      choices.push("");
    },
    choose(text: string): void {
      choices[choices.length - 1] += text;
    },
    /** Whether a control word is about a form field. */
    takes(name: string, value = 0): boolean {
      if (!["fftype", "ffres", "ffdefres"].includes(name)) return false;
      values.set(name, value);
      return true;
    },
    /** The text of the field that was read last; "" where it is a text field, whose text is its result. */
    shown(): string {
      const own = values.get("ffres") ?? unset;
      const result = own === unset ? (values.get("ffdefres") ?? 0) : own;
      const kind = values.get("fftype");
      values = new Map();
      if (kind === checkBox) return result === 0 ? "☐ " : "☒ ";
      return kind === dropDown ? (choices[result]?.trim() ?? "") : "";
    },
  };
}

const checkBox = 1;
const dropDown = 2;
/** The result of a field that was never changed. */
const unset = 25;
