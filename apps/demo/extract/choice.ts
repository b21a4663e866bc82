/** A value of a result: its row, and a JSON pointer into its output. */
export type ResultValue = { fileId: string; pointer: string };

/** The value whose evidence is shown. A pressed value is held: pointing at other values does not change it. */
export type Choice = ResultValue & { isHeld: boolean };

export const isChosen = (choice: Choice | undefined, { fileId, pointer }: ResultValue): boolean =>
  choice?.fileId === fileId && choice.pointer === pointer;

/** The choice after a value was pointed at or reached by Tab. */
export const pointedAt = (choice: Choice | undefined, value: ResultValue): Choice =>
  choice?.isHeld ? choice : { ...value, isHeld: false };

/** The choice after a value was pressed. Pressing the held value again releases it. */
export const pressed = (choice: Choice | undefined, value: ResultValue): Choice | undefined =>
  choice?.isHeld && isChosen(choice, value) ? undefined : { ...value, isHeld: true };
