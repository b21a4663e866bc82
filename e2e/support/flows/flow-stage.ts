import { opened } from "../opened.ts";
import type { RelayAnswers } from "../relay.ts";
import { connect, type Stage, visits } from "../stage.ts";
import type { Backend } from "../workbench.ts";
import { startFlowService } from "./flow-service.ts";
import type { FlowService } from "./service-state.ts";

export type FlowStage = { service: FlowService; visit: Stage["visit"]; close(): Promise<void> };

/** The workbench in front of a service of flows, and a browser. `answers` are given in the service's place. */
export const openFlowStage = (backend: Backend, answers: RelayAnswers = {}): Promise<FlowStage> =>
  opened(async (closing) => {
    const service = await startFlowService();
    closing.push(() => service.close());
    const { origin } = service;
    const { address } = await connect({ backend, answers }, { origin, token: undefined }, closing);
    return { service, visit: await visits(address, closing) };
  });
