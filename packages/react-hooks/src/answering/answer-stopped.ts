/** The reason with which an answer is aborted that its user has stopped, unlike one whose page goes away. */
export const answerStopped = new DOMException("The answer was stopped", "AbortError");
