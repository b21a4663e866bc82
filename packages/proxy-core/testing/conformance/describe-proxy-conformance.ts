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
import { scopesFailClosed } from "./scopes-fail-closed.ts";
import { scopesHoldAnswers } from "./scopes-hold-answers.ts";
import { scopesHoldBuilds } from "./scopes-hold-builds.ts";
import { scopesHoldChanges } from "./scopes-hold-changes.ts";
import { scopesHoldConversations } from "./scopes-hold-conversations.ts";
import { scopesHoldFiles } from "./scopes-hold-files.ts";
import { scopesHoldFlows } from "./scopes-hold-flows.ts";
import { scopesHoldLists } from "./scopes-hold-lists.ts";
import { scopesHoldQuestions } from "./scopes-hold-questions.ts";
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
    describe("lists of a scoped caller", () => scopesHoldLists(adapter));
    describe("files of a scoped caller", () => scopesHoldFiles(adapter));
    describe("questions of a scoped caller", () => scopesHoldQuestions(adapter));
    describe("changes by a scoped caller", () => scopesHoldChanges(adapter));
    describe("builds of a scoped caller", () => scopesHoldBuilds(adapter));
    describe("conversations of a scoped caller", () => scopesHoldConversations(adapter));
    describe("flows of a scoped caller", () => scopesHoldFlows(adapter));
    describe("a scope fails closed", () => scopesFailClosed(adapter));
    describe("a scope resists", () => scopesResist(adapter));
  });
}
