import { bytes, type Field, message, number, text } from "./protobuf.ts";

const float = 1;
const int64 = 7;

/** `ValueInfoProto`: a tensor whose dimensions are numbers, or names of what is known at run time only. */
const tensorNamed = (field: number, name: string, type: number, dimensions: (number | string)[]): Field =>
  message(
    field,
    text(1, name),
    message(
      2,
      message(
        1,
        number(1, type),
        message(
          2,
          ...dimensions.map((dimension) =>
            message(1, typeof dimension === "number" ? number(1, dimension) : text(2, dimension)),
          ),
        ),
      ),
    ),
  );

/**
 * An ONNX model that looks up a vector for each token and does no more: `last_hidden_state = rows[input_ids]`. It has the
 * inputs and the output of a sentence encoder.
 */
export function tinyModel(rows: number[][]): Uint8Array {
  const dimensions = rows[0]?.length ?? 0;
  const ofTokens = ["batch", "tokens"];
  return model([
    message(1, text(1, "table"), text(1, "input_ids"), text(2, "last_hidden_state"), text(4, "Gather")),
    ...inputs(rows, ofTokens),
    tensorNamed(12, "last_hidden_state", float, [...ofTokens, dimensions]),
  ]);
}

/**
 * An ONNX model that gives the greatest of the numbers of all tokens for each class: `logits = max(rows[input_ids])`. It has the
 * inputs and the output of a classifier. `tokens`: the only number of tokens that it reads; any when absent.
 */
export function tinyClassifier(rows: number[][], tokens?: number): Uint8Array {
  const classes = rows[0]?.length ?? 0;
  const axes = message(5, text(1, "axes"), number(8, 1), number(20, 7));
  const keepdims = message(5, text(1, "keepdims"), number(3, 0), number(20, 2));
  return model([
    message(1, text(1, "table"), text(1, "input_ids"), text(2, "each"), text(4, "Gather")),
    message(1, text(1, "each"), text(2, "logits"), text(4, "ReduceMax"), axes, keepdims),
    ...inputs(rows, ["batch", tokens ?? "tokens"]),
    tensorNamed(12, "logits", float, ["batch", classes]),
  ]);
}

function inputs(rows: number[][], ofTokens: (number | string)[]): Field[] {
  const table = Float32Array.from(rows.flat());
  return [
    text(2, "tiny"),
    message(
      5,
      number(1, rows.length),
      number(1, rows[0]?.length ?? 0),
      number(2, float),
      text(8, "table"),
      bytes(9, Buffer.from(table.buffer)),
    ),
    tensorNamed(11, "input_ids", int64, ofTokens),
    tensorNamed(11, "attention_mask", int64, ofTokens),
  ];
}

function model(graph: Field[]): Uint8Array {
  const opset = message(8, text(1, ""), number(2, 17));
  return Buffer.concat([number(1, 8), text(2, "headwater-tests"), message(7, ...graph), opset]);
}
