import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import type { Visit, VisitOptions } from "../browser.ts";
import { emptyFlow, filledFlow } from "../flows/filled-flow.ts";
import { openFlowStage } from "../flows/flow-stage.ts";
import { openStage } from "../stage.ts";
import { failExcept } from "./fail.ts";
import { emptyFlowRooms, failingFlowRooms, flowRooms } from "./flow-rooms.ts";
import { emptyRooms, failingRooms, fillLibrary, libraryRooms } from "./library-rooms.ts";
import type { Opening } from "./pictured-rooms.ts";

/** A phone shows the page of a citation in its place, and a flow as its list. */
const wideOnly = new Set(["ask, with a page beside", "a flow on the canvas"]);

type Scene = {
  rooms: Record<string, Opening>;
  open(): Promise<{ visit(options?: VisitOptions): Promise<Visit>; close(): Promise<void> }>;
};

const flowsOf = (stage: Awaited<ReturnType<typeof openFlowStage>>) => {
  for (const flow of [filledFlow(), emptyFlow()]) stage.service.flows.set(flow.name, flow);
  return stage;
};

const scenes: Record<string, Scene> = {
  "rooms of documents": {
    rooms: libraryRooms,
    async open() {
      const stage = await openStage({ backend: "next" });
      await fillLibrary(stage);
      return stage;
    },
  },
  "rooms without content": { rooms: emptyRooms, open: () => openStage({ backend: "next" }) },
  "rooms of a service that fails": {
    rooms: failingRooms,
    open: () => openStage({ backend: "next", answers: failExcept(/\/readyz$/) }),
  },
  "rooms of flows": {
    rooms: { ...flowRooms, ...emptyFlowRooms },
    open: async () => flowsOf(await openFlowStage("next")),
  },
  "rooms of flows that fail": {
    rooms: failingFlowRooms,
    open: async () => flowsOf(await openFlowStage("next", failExcept(/\/(readyz|graph|sources\/?)$/))),
  },
};

export type View = {
  /** In px, when the room is opened. */
  width: number;
  hasTouch: boolean;
};

/** A test for each room, full, empty and failing, in each of these views: there is nothing wrong with it. */
export function everyRoom<Of extends View>(
  views: readonly Of[],
  faultsOf: (page: Page, name: string, view: Of) => Promise<string[]>,
): void {
  describe.each(Object.entries(scenes))("%s", (_, { rooms, open }) => {
    needs("chromium").each(views)("$width px, touch: $hasTouch", (view) => {
      let stage: Awaited<ReturnType<Scene["open"]>>;
      let visit: Visit;
      beforeAll(async () => {
        stage = await open();
        visit = await stage.visit({ narrow: view.hasTouch });
      });
      afterAll(() => stage?.close());

      const shown = Object.entries(rooms).filter(([name]) => view.width > 720 || !wideOnly.has(name));
      it.each(shown)("%s", async (name, open) => {
        const { page } = visit;
        await page.setViewportSize({ width: view.width, height: 900 });
        await open(page);
        expect(await faultsOf(page, name, view)).toEqual([]);
      });
    });
  });
}
