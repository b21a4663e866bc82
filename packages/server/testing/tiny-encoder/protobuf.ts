/** The wire format of Protocol Buffers, as far as a small ONNX file needs it. */
export type Field = Uint8Array;

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return [...bytes, left];
};

export const number = (field: number, value: number): Field =>
  Uint8Array.from([...varint(field * 8), ...varint(value)]);

export const bytes = (field: number, value: Uint8Array): Field =>
  Buffer.concat([Uint8Array.from([...varint(field * 8 + 2), ...varint(value.length)]), value]);

export const text = (field: number, value: string): Field => bytes(field, Buffer.from(value));

export const message = (field: number, ...fields: Field[]): Field => bytes(field, Buffer.concat(fields));
