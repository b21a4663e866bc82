import { conversationUnderWay } from "./suites/conversation-under-way.ts";

conversationUnderWay("next");
