import { describeExpressConformance } from "../testing/describe-express-conformance.ts";

// The adapter is the same code for both versions; its other tests run with both in `npm test`.
describeExpressConformance("Express 4");
