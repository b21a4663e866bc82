import { describeExpressConformance } from "../testing/describe-express-conformance.ts";

describeExpressConformance("Express 5");
