import { describeProxyConformance } from "../../proxy-core/testing/conformance/describe-proxy-conformance.ts";
import { bridgeAdapter } from "../testing/conformance-adapters.ts";

describeProxyConformance("route handlers, called as Next.js calls them", bridgeAdapter);
