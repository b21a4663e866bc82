import type { FastifyBaseLogger } from "fastify";
import type { Observe } from "../kernel/observe.ts";

const ms = (seconds: number) => Math.round(seconds * 1000);

/**
 * Writes a line for each question that took so long, from the arrival of its request: where the time went, and no text. `checkingMs` is
 * what reading and answering took beyond the model, such as choosing sentences and verifying statements.
 */
export const logSlowQuestions =
  (logger: Pick<FastifyBaseLogger, "warn">, slowMs: number): Observe =>
  (observation) => {
    if (observation.kind !== "question") return;
    const { requestId, projectId, waitedSeconds, seconds, stages, modelSeconds } = observation;
    const totalMs = ms(waitedSeconds + seconds);
    if (totalMs < slowMs) return;
    const { beginning = 0, retrieving = 0, reading = 0, answering = 0 } = stages;
    logger.warn(
      {
        requestId,
        projectId,
        totalMs,
        queueMs: ms(waitedSeconds),
        beginningMs: ms(beginning),
        retrievalMs: ms(retrieving),
        modelMs: ms(modelSeconds),
        checkingMs: ms(Math.max(0, reading + answering - modelSeconds)),
      },
      "slow question",
    );
  };
