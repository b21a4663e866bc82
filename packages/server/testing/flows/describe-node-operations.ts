import { type FlowsOperationId, operations } from "@headwater/spec";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "./flow-server.ts";

type NodeExample = { type: string; config: Record<string, unknown> };

const startWith = async (node: NodeExample): Promise<FlowServer> => {
  const server = await startFlowServer();
  const { type, config } = node;
  await server.create("support", {
    graph: {
      nodes: [
        {
          id: "mine",
          type,
          position: { x: 1, y: 2 },
          style: { height: 3, width: 4 },
          data: { name: "My node", config },
        },
        { id: "response", type: "response" },
      ],
      edges: [],
    },
  });
  return server;
};

/** The listing of one type of node, by HTTP. */
export const describeListing = (operationId: FlowsOperationId, node: NodeExample): void => {
  describe(operationId, () => {
    let server: FlowServer;
    beforeAll(async () => {
      server = await startWith(node);
    });
    afterAll(() => server.close());
    const { method, path } = operations[operationId];

    it("answers the nodes of the type in the contract's shape, and no other", async () => {
      const { status, body } = await server.flow("support", method, path);
      expect(status).toBe(200);
      expect(body).toEqual([
        {
          id: "mine",
          type: node.type,
          position: { x: 1, y: 2 },
          style: { height: 3, width: 4 },
          data: { name: "My node", config: node.config },
        },
      ]);
    });

    it("answers a read-only token, and nobody without one or of another project", async () => {
      const { reader, other } = server.tokens;
      expect((await server.flow("support", method, path, { token: reader })).status).toBe(200);
      expect((await server.flow("support", method, path, { token: null })).status).toBe(401);
      expect((await server.flow("support", method, path, { token: other })).status).toBe(403);
    });
  });
};

/** The update of one type of node, by HTTP: what is kept, said and refused. */
export const describeUpdate = (
  operationId: FlowsOperationId,
  node: NodeExample & {
    label: string;
    next: Record<string, unknown>;
    refused: [config: unknown, detail: string][];
  },
): void => {
  describe(operationId, () => {
    let server: FlowServer;
    beforeAll(async () => {
      server = await startWith(node);
    });
    afterAll(() => server.close());
    const { method, path } = operations[operationId];
    const update = (config: unknown, sent = {}) =>
      server.flow("support", method, path.replace("{node_id}", "mine"), { body: { config }, ...sent });
    const stored = async () => {
      const { body } = await server.flow("support", "GET", "/graph");
      return body.graph.nodes[0].data.config;
    };

    it("replaces the whole configuration; unknown keys are ignored", async () => {
      expect(await update({ ...node.next, unknown: true })).toMatchObject({
        status: 200,
        body: {
          success: true,
          message: `${node.label} node configuration updated successfully`,
          node_id: "mine",
        },
      });
      expect(await stored()).toEqual(node.next);
    });

    it.each(node.refused)("%j is refused: %s", async (config, detail) => {
      const before = await stored();
      expect(await update(config)).toMatchObject({ status: 400, body: { detail } });
      expect(await stored()).toEqual(before);
    });

    it("refuses a read-only token and another project", async () => {
      const { reader, other } = server.tokens;
      expect((await update(node.next, { token: reader })).status).toBe(403);
      expect((await update(node.next, { token: other })).status).toBe(403);
    });

    it("404 names a node of another type, or none", async () => {
      const { status, body } = await server.flow("support", method, path.replace("{node_id}", "response"), {
        body: { config: node.next },
      });
      expect([status, body.detail]).toEqual([
        404,
        `${node.label} node with id 'response' not found in flow 'support'`,
      ]);
    });
  });
};
