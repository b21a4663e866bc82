/** The wire form of protobuf, as far as ONNX needs it. A message is the bytes of its fields, one after the other. */
export type Field = Uint8Array[];

const lengthDelimited = 2;

function varint(value: number | bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return Uint8Array.from([...bytes, Number(rest)]);
}

const key = (field: number, wireType: number) => varint((field << 3) | wireType);

/** A whole number, or an enum. */
export const int = (field: number, value: number | bigint): Field => [key(field, 0), varint(value)];

/** A 32-bit float. */
export const float = (field: number, value: number): Field => [
  key(field, 5),
  new Uint8Array(Float32Array.of(value).buffer),
];

export const bytes = (field: number, value: Uint8Array): Field => [
  key(field, lengthDelimited),
  varint(value.byteLength),
  value,
];

export const text = (field: number, value: string): Field => bytes(field, new TextEncoder().encode(value));

/** A message in a field of another. */
export const message = (field: number, ...fields: Field[]): Field => {
  const parts = fields.flat();
  const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return [key(field, lengthDelimited), varint(length), ...parts];
};
