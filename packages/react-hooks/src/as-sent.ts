/** Fields as the wire's types want them, never `undefined`: such a field outlives neither JSON nor an address. */
export const asSent = <Fields extends object>(fields: Fields) =>
  fields as { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };
