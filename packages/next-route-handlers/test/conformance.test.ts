import { describeProxyConformance } from "../../proxy-core/testing/conformance/describe-proxy-conformance.ts";
import { bridgeSkin } from "../testing/conformance-skins.ts";

describeProxyConformance("route handlers, called as Next.js calls them", bridgeSkin);
