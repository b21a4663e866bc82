import { bytes, type Field, float, int, message, text } from "./protobuf.ts";

/** Numbers of ONNX's TensorProto.DataType. */
const dataTypes = { float32: 1, uint8: 2, int64: 7, float16: 10, int4: 22 } as const;
type DataType = keyof typeof dataTypes;

/** A constant of the graph; `data` in little-endian order. */
type Constant = { name: string; type: DataType; shape: number[]; data: Uint8Array };
type Attributes = Record<string, number | { float: number }>;

/** Operators of onnxruntime itself, beside those of the standard. */
const runtimeDomain = "com.microsoft";

const constant = ({ name, type, shape, data }: Constant): Field[] => [
  ...shape.map((size) => int(1, size)),
  int(2, dataTypes[type]),
  text(8, name),
  bytes(9, data),
];

const attribute = (name: string, value: Attributes[string]): Field[] =>
  typeof value === "number"
    ? [text(1, name), int(3, value), int(20, 2)]
    : [text(1, name), float(2, value.float), int(20, 1)];

const valueInfo = (name: string, type: DataType, shape: (number | string)[]): Field[] => {
  const dimensions = shape.map((size) => message(1, typeof size === "number" ? int(1, size) : text(2, size)));
  const tensor = message(1, int(1, dataTypes[type]), message(2, ...dimensions));
  return [text(1, name), message(2, tensor)];
};

/** Gathers the nodes and constants of a graph, in the order in which they are computed. */
export function createGraph() {
  const nodes: Field[] = [];
  const constants: Field[] = [];
  return {
    /** Adds a constant and returns its name. */
    constant(value: Constant): string {
      constants.push(message(5, ...constant(value)));
      return value.name;
    },
    /** Adds a node with one output and returns its name. An empty input is one that is left out. */
    node(
      type: string,
      output: string,
      inputs: string[],
      { ofRuntime = false, ...attributes }: { ofRuntime?: boolean; [attribute: string]: unknown } = {},
    ): string {
      const named = Object.entries(attributes as Attributes).map(([name, value]) =>
        message(5, ...attribute(name, value)),
      );
      const domain = ofRuntime ? [text(7, runtimeDomain)] : [];
      nodes.push(
        message(
          1,
          ...inputs.map((input) => text(1, input)),
          text(2, output),
          text(4, type),
          ...named,
          ...domain,
        ),
      );
      return output;
    },
    /** The whole model, from token ids to a vector for each token. */
    model(name: string, dimensions: number): Uint8Array {
      const graph = message(
        7,
        ...nodes,
        text(2, name),
        ...constants,
        message(11, ...valueInfo("input_ids", "int64", [1, "tokens"])),
        message(12, ...valueInfo("last_hidden_state", "float32", [1, "tokens", dimensions])),
      );
      const opset = (domain: string, version: number) => message(8, text(1, domain), int(2, version));
      return Buffer.concat([int(1, 10), graph, opset("", 21), opset(runtimeDomain, 1)].flat());
    },
  };
}

export type Graph = ReturnType<typeof createGraph>;
