import { describe } from "vitest";
import { applicationDecides } from "./application-decides.ts";
import { bytesStream } from "./bytes-stream.ts";
import { closedByDefault } from "./closed-by-default.ts";
import { encodingsPass } from "./encodings-pass.ts";
import { filesPass } from "./files-pass.ts";
import { headersHold } from "./headers-hold.ts";
import { limitsHold } from "./limits-hold.ts";
import { operationsPass } from "./operations-pass.ts";
import { pollsShare } from "./polls-share.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { scopesHoldAnswers } from "./scopes-hold-answers.ts";
import { scopesHoldFiles } from "./scopes-hold-files.ts";
import { scopesHoldWork } from "./scopes-hold-work.ts";
import { scopesResist } from "./scopes-resist.ts";
import { troubleEnds } from "./trouble-ends.ts";
import { uploadsHold } from "./uploads-hold.ts";

/** The tests that every adapter of the proxy must pass, over real sockets. */
export function describeProxyConformance(name: string, adapter: ProxyAdapter): void {
  describe(name, () => {
    operationsPass(adapter);
    headersHold(adapter);
    encodingsPass(adapter);
    closedByDefault(adapter);
    filesPass(adapter);
    describe("the application decides", () => applicationDecides(adapter));
    describe("bytes", () => bytesStream(adapter));
    describe("limits hold", () => limitsHold(adapter));
    describe("uploads hold", () => uploadsHold(adapter));
    describe("long polls share", () => pollsShare(adapter));
    describe("trouble ends", () => troubleEnds(adapter));
    describe("a scope holds answers", () => scopesHoldAnswers(adapter));
    describe("a scope holds files", () => scopesHoldFiles(adapter));
    describe("a scope holds work", () => scopesHoldWork(adapter));
    describe("a scope resists", () => scopesResist(adapter));
  });
}
