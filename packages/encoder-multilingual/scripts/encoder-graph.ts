import { createGraph, type Graph } from "./onnx.ts";
import { blockSize, type PackedModel, rowsOf, unpackBlocks, widened } from "./packed-model.ts";

const dimensions = 384;
const rowBytes = (dimensions / blockSize) * 18;

/** A BERT encoder in ONNX form whose weights stay in 4 bits; `kept`: the ids of the vocabulary that it has, in their new order. */
export function encoderGraph(packed: PackedModel, kept: number[]): Uint8Array {
  const graph = createGraph();
  const floats = (name: string, shape = [packed.tensor(name).byteLength / 4]) =>
    graph.constant({ name, type: "float32", shape, data: packed.tensor(name) });
  const { heads, epsilon } = packed;

  const { numbers, scales } = unpackBlocks(rowsOf(packed.tensor("emb.word"), rowBytes, kept), {
    signed: true,
  });
  const blocks = dimensions / blockSize;
  const words = graph.constant({
    ...{ name: "emb.word", type: "int4", shape: [kept.length, dimensions], data: numbers },
  });
  const wordScales = graph.constant({
    ...{ name: "emb.word.scales", type: "float16", shape: [kept.length, blocks], data: scales },
  });
  const gathered = graph.node("GatherBlockQuantized", "words.16", [words, "input_ids", wordScales], {
    ...{ ofRuntime: true, gather_axis: 0, quantize_axis: 1, block_size: blockSize },
  });
  const wide = graph.node("Cast", "words", [gathered], { to: 1 });
  const summed = graph.node("Add", "embedded", [wide, positions(graph, packed)]);
  const first = packed.tensor("emb.type").subarray(0, dimensions * 4);
  const type = graph.constant({ name: "emb.type", type: "float32", shape: [dimensions], data: first });
  const typed = graph.node("Add", "typed", [summed, type]);
  const layerNorm = { axis: -1, epsilon: { float: epsilon } };
  let hidden = graph.node(
    "LayerNormalization",
    "hidden",
    [typed, floats("emb.ln.w"), floats("emb.ln.b")],
    layerNorm,
  );

  for (let layer = 0; layer < packed.layers; layer += 1) {
    const named = (name: string) => `l${layer}.${name}`;
    const linear = (name: string, input: string): string => {
      const rows = packed.tensor(named(`${name}.b`)).byteLength / 4;
      const weights = packed.tensor(named(`${name}.w`));
      const columns = (weights.byteLength / 18 / rows) * blockSize;
      return linearNode(graph, {
        name: named(name),
        input,
        rows,
        columns,
        weights,
        bias: floats(named(`${name}.b`)),
      });
    };
    const skipNorm = (name: string, input: string, skip: string) =>
      graph.node(
        "SkipLayerNormalization",
        named(name),
        [input, skip, floats(named(`${name}.w`)), floats(named(`${name}.b`))],
        {
          ...{ ofRuntime: true, epsilon: { float: epsilon } },
        },
      );
    const asked = ["q", "k", "v"].map((name) => linear(name, hidden));
    const attended = graph.node("MultiHeadAttention", named("attended"), asked, {
      ofRuntime: true,
      num_heads: heads,
    });
    const afterAttention = skipNorm("aln", linear("ao", attended), hidden);
    const inner = graph.node("Gelu", named("inner"), [linear("fi", afterAttention)], { ofRuntime: true });
    hidden = skipNorm("oln", linear("fo", inner), afterAttention);
  }
  graph.node("Identity", "last_hidden_state", [hidden]);
  return graph.model("multilingual-e5-small", dimensions);
}

/** A vector for each place of the text, from the first one on. */
function positions(graph: Graph, packed: PackedModel): string {
  const data = packed.tensor("emb.pos");
  const table = graph.constant({
    name: "emb.pos",
    type: "float32",
    shape: [data.byteLength / 4 / dimensions, dimensions],
    data,
  });
  const whole = (name: string, value: number) =>
    graph.constant({
      name,
      type: "int64",
      shape: [1],
      data: new Uint8Array(BigInt64Array.of(BigInt(value)).buffer),
    });
  const shape = graph.node("Shape", "tokens", ["input_ids"], { start: 1, end: 2 });
  return graph.node("Slice", "positions", [table, whole("zero", 0), shape]);
}

function linearNode(
  graph: Graph,
  {
    name,
    input,
    rows,
    columns,
    weights,
    bias,
  }: { name: string; input: string; rows: number; columns: number; weights: Uint8Array; bias: string },
): string {
  const { numbers, scales } = unpackBlocks(weights);
  const blocks = columns / blockSize;
  const constants = [
    graph.constant({ name: `${name}.w`, type: "uint8", shape: [rows, blocks, blockSize / 2], data: numbers }),
    graph.constant({
      name: `${name}.scales`,
      type: "float32",
      shape: [rows * blocks],
      data: widened(scales),
    }),
  ];
  // Level 4: activations of 8 bits, as accurate with these weights and quicker.
  return graph.node("MatMulNBits", name, [input, ...constants, "", "", bias], {
    ...{ ofRuntime: true, K: columns, N: rows, bits: 4, block_size: blockSize, accuracy_level: 4 },
  });
}
