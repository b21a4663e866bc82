import { launchBrowser, type Visit, type VisitOptions, visit } from "../browser.ts";
import { type RelayAnswers, startRelay } from "../relay.ts";
import { type Backend, startWorkbench } from "../workbench.ts";
import { type FlowService, startFlowService } from "./flow-service.ts";

export type FlowStage = {
  service: FlowService;
  visit(options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
};

/** The workbench in front of a service of flows, and a browser. `answers` are given in the service's place. */
export async function openFlowStage(backend: Backend, answers: RelayAnswers = {}): Promise<FlowStage> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const service = await startFlowService();
    closing.push(() => service.close());
    const relay = await startRelay(service.origin, answers);
    closing.push(() => relay.close());
    const workbench = await startWorkbench({
      backend,
      serviceUrl: `${relay.origin}/sources`,
      token: "token",
    });
    closing.push(() => workbench.stop());
    const browser = await launchBrowser();
    closing.push(() => browser.close());
    return { service, visit: (options) => visit(browser, workbench.address, options), close };
  } catch (error) {
    await close();
    throw error;
  }
}
