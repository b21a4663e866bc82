import type { AnswerStatus, Citation } from "@headwater/spec";
import type { CallOptions } from "../client-options.ts";
import type { StreamLimits } from "../streams/read-limits.ts";
import type { JsonSchema } from "../structured/json-schema.ts";
import type { StandardSchemaV1 } from "../structured/standard-schema.ts";
import type { AnswerPlace } from "./answer-place.ts";

/** How an answer is streamed, and what is called meanwhile. */
export type StreamAnswerOptions<Schema extends StandardSchemaV1 | undefined = undefined> = CallOptions &
  StreamLimits & {
    /** Schema that types and validates `structured_output`. It is sent as `output_schema`; see `ask`. */
    schema?: Schema | undefined;
    /** The same schema as JSON Schema, for libraries whose schemas do not carry it. */
    jsonSchema?: JsonSchema | undefined;
    /** False asks for the whole answer at once: a single `answer` event. Default true. */
    stream?: boolean | undefined;
    /**
     * Called with what the service is doing. The first time it has the `answer_id`, with which `DELETE
     * /answers/{answer_id}` stops the answer; later the `stage`.
     */
    onStatus?: ((status: AnswerStatus) => void) | undefined;
    /** Called with each citation, before the text that first refers to it. */
    onCitation?: ((citation: Citation) => void) | undefined;
    /** Called after each event that was handled. Keep the place to continue there with `resumeAnswer`. */
    onPlace?: ((place: AnswerPlace) => void) | undefined;
  };

/** The type that a schema gives to an output; `unknown` without a schema. */
export type OutputOf<Schema> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Schema>
  : unknown;
