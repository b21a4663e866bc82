import { browserSecurity } from "./suites/browser-security.ts";

browserSecurity("next", ["light"]);
