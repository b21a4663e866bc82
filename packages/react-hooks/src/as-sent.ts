/** The type of fields as they are sent: without `undefined`, which neither JSON nor an address can hold. */
export const asSent = <Fields extends object>(fields: Fields) =>
  fields as { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };
