import { minConfidence } from "../../packages/server/src/adapters/builtin/choose-statements.ts";
import { createFindAnswer } from "../../packages/server/src/adapters/builtin/find-answer.ts";
import { termsOf } from "../../packages/server/src/text/terms.ts";
import type { QuestionSet } from "../corpora/question-set.ts";
import type { Figure } from "./report.ts";
import { areaUnderCurve } from "./score-answers.ts";
import { createPassageSearch } from "./search-elements.ts";

const findAnswer = createFindAnswer();
const never = new AbortController().signal;

type Sureness = { ours: number; coverage: number };

/** How sure the answerer is of each question over a document, and the coverage of the sentence that it would quote. */
function surenessOver(sets: QuestionSet[], questions: string[]): Promise<Sureness[]> {
  const search = createPassageSearch(sets);
  return Promise.all(
    questions.map(async (question) => {
      const request = { question, passages: await search(question) };
      const { statements, confidence } = await findAnswer(request, never);
      const asked = [...new Set(termsOf(question))];
      const said = new Set(termsOf(statements[0]?.text ?? ""));
      const coverage = asked.filter((term) => said.has(term)).length / (asked.length || 1);
      return { ours: confidence, coverage };
    }),
  );
}

const questionsOf = ({ answerable }: QuestionSet): string[] => answerable.map(({ question }) => question);
const share = (values: number[], isGiven: boolean): string => {
  const count = values.filter((value) => value >= minConfidence === isGiven).length;
  return `${((100 * count) / (values.length || 1)).toFixed(1)} %`;
};

function figure(what: string, answered: Sureness[], absent: Sureness[], aim?: number): Figure {
  const area = (of: keyof Sureness) =>
    areaUnderCurve(
      answered.map((one) => one[of]),
      absent.map((one) => one[of]),
    );
  const ours = area("ours");
  const given = share(
    answered.map((one) => one.ours),
    true,
  );
  const refused = share(
    absent.map((one) => one.ours),
    false,
  );
  return {
    what,
    measured: `${ours.toFixed(3)}; at ${minConfidence}, ${given} of the others are answered and ${refused} of these refused`,
    against: `threshold on coverage ${area("coverage").toFixed(3)}`,
    ...(aim !== undefined && { aim: `≥ ${aim}`, met: ours >= aim }),
  };
}

/**
 * How well the answerer's confidence separates questions that a document answers from questions about another article, and
 * from questions that only look as if they were answered.
 */
export async function refusalFigures(articles: QuestionSet[], ownTexts: QuestionSet[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const set of articles) {
    const answered = await surenessOver([set], questionsOf(set));
    for (const other of articles.filter((each) => each !== set)) {
      const foreign = await surenessOver([other], [...questionsOf(set), ...set.unanswerable]);
      figures.push(
        figure(
          `refusal, ${set.name}, asked of the other article: area under the curve`,
          answered,
          foreign,
          0.97,
        ),
      );
    }
    const unanswerable = await surenessOver([set], set.unanswerable);
    figures.push(
      figure(
        `refusal, ${set.name}, unanswerable questions: area under the curve`,
        answered,
        unanswerable,
        0.65,
      ),
    );
  }
  for (const set of ownTexts) {
    const answered = await surenessOver([set], questionsOf(set));
    figures.push(
      figure(
        `refusal, ${set.name}, unanswerable questions`,
        answered,
        await surenessOver([set], set.unanswerable),
      ),
    );
  }
  return figures;
}
