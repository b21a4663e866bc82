import {
  defaultNodeName,
  defaultNodeStyle,
  fits,
  flowNamePattern,
  type GraphNodeType,
  nodeIdOf,
  placeNodes,
} from "@headwater/spec";
import type { FlowBuilder, NodeHandle, NodeOptions } from "./flow-builder.ts";
import type { FlowDefinition, GraphNode } from "./flow-graph.ts";

type Added = { type: GraphNodeType; id: string; config: unknown; options: NodeOptions; from: NodeHandle[] };

/**
 * Defines a flow as code. Configuration and joins are checked at compile time; the result is plain JSON, the body of
 * `POST /create`.
 *
 * @param name a DNS label in lower case, such as `support`
 * @example
 * const support = defineFlow("support", (flow) => {
 *   const manuals = flow.dataset({ files: ["warranty.pdf"] });
 *   const found = flow.smartRag(manuals, { topK: 5 });
 *   flow.response(found);
 * });
 * @throws {TypeError} for a name that is not a DNS label, an id that two nodes have, and nodes that can't be joined
 */
export function defineFlow(
  name: string,
  build: (flow: FlowBuilder) => unknown,
  options: { description?: string | undefined } = {},
): FlowDefinition {
  if (!flowNamePattern.test(name))
    throw new TypeError(`Flow name '${name}' must be lower-case letters, digits and hyphens, at most 63.`);
  const added = new Map<string, Added>();
  build(builderOf(added));
  const nodes = [...added.values()];
  const edges = nodes.flatMap(({ id, from }) => from.map((source) => ({ source: source.id, target: id })));
  const places = placeNodes([...added.keys()], edges);
  return {
    name,
    ...(options.description === undefined ? {} : { description: options.description }),
    graph: { nodes: nodes.map((node) => graphNodeOf(node, places.get(node.id))), edges },
  };
}

function graphNodeOf(
  { id, type, config, options }: Added,
  place: { x: number; y: number } = { x: 0, y: 0 },
): GraphNode {
  const node = {
    id,
    type,
    position: { ...(options.position ?? place) },
    style: { ...(options.style ?? defaultNodeStyle) },
    // A copy: what the caller changes later is not the flow's. Fields that are undefined go.
    data: { name: options.name ?? defaultNodeName(type, id), config: JSON.parse(JSON.stringify(config)) },
  };
  return node as GraphNode;
}

function builderOf(added: Map<string, Added>): FlowBuilder {
  const handles = new WeakSet<NodeHandle>();

  function add<Type extends GraphNodeType>(
    type: Type,
    from: NodeHandle[],
    config: unknown = {},
    options: NodeOptions = {},
  ): NodeHandle<Type> {
    const id = options.id ?? nodeIdOf(type, options.name, (taken) => added.has(taken));
    if (added.has(id))
      throw new TypeError(`Two nodes have the id '${id}': give one of them another name or id.`);
    for (const source of from) {
      if (!handles.has(source)) throw new TypeError(`'${id}' takes from a node that is not of this flow.`);
      if (!fits(source.type, type))
        throw new TypeError(
          `'${id}' can't take from '${source.id}': ${type} does not follow ${source.type}.`,
        );
    }
    added.set(id, { type, id, config, options, from });
    const handle: NodeHandle<Type> = Object.freeze({ id, type });
    handles.add(handle);
    return handle;
  }

  const begins =
    <Type extends GraphNodeType>(type: Type) =>
    (config?: unknown, options?: NodeOptions) =>
      add(type, [], config, options);
  const follows =
    <Type extends GraphNodeType>(type: Type) =>
    (from: NodeHandle | readonly NodeHandle[], config?: unknown, options?: NodeOptions) =>
      add(type, [from].flat() as NodeHandle[], config, options);

  return {
    dataset: begins("dataset"),
    question: begins("question"),
    testset: begins("testset"),
    chunking: follows("chunking"),
    retrieval: follows("retrieval"),
    smartRag: follows("smart-rag"),
    graphRag: follows("graph-rag"),
    raptorRag: follows("raptor-rag"),
    reranking: follows("reranking"),
    llm: follows("llm"),
    evaluation: follows("evaluation"),
    response: follows("response"),
  };
}
