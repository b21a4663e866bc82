import { serviceFlows } from "./suites/service-flows.ts";

serviceFlows("next");
