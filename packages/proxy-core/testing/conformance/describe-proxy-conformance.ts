import { describe } from "vitest";
import { applicationDecides } from "./application-decides.ts";
import { bytesStream } from "./bytes-stream.ts";
import { closedByDefault } from "./closed-by-default.ts";
import { headersHold } from "./headers-hold.ts";
import { operationsPass } from "./operations-pass.ts";
import type { ProxySkin } from "./proxy-skin.ts";
import { scopesHoldFiles } from "./scopes-hold-files.ts";
import { scopesHoldWork } from "./scopes-hold-work.ts";
import { scopesResist } from "./scopes-resist.ts";
import { troubleEnds } from "./trouble-ends.ts";

/** What every skin of the proxy must do, over real sockets. */
export function describeProxyConformance(name: string, skin: ProxySkin): void {
  describe(name, () => {
    operationsPass(skin);
    headersHold(skin);
    closedByDefault(skin);
    describe("the application decides", () => applicationDecides(skin));
    describe("bytes", () => bytesStream(skin));
    describe("trouble ends", () => troubleEnds(skin));
    describe("a scope holds files", () => scopesHoldFiles(skin));
    describe("a scope holds work", () => scopesHoldWork(skin));
    describe("a scope resists", () => scopesResist(skin));
  });
}
