"use client";

import { useEffect, useState } from "react";
import type { Turn } from "../turns.ts";

/** From so many questions on, one is hard to find by scrolling. */
const longConversation = 3;

/** The questions of a long conversation. The one that is being read is marked. */
export function QuestionIndex({ turns }: { turns: readonly Turn[] }) {
  const current = useTurnInView(turns);
  if (turns.length < longConversation) return null;
  return (
    <ol className="questions" aria-label="Questions">
      {turns.map(({ question }) => (
        <li key={question.id}>
          <a
            className="clamp"
            href={`#turn-${question.id}`}
            dir="auto"
            aria-current={question.id === current ? "true" : undefined}
          >
            {question.text}
          </a>
        </li>
      ))}
    </ol>
  );
}

/** The last turn that begins above the middle of the window. */
function useTurnInView(turns: readonly Turn[]): string | undefined {
  const last = turns.at(-1)?.question.id;
  const [current, setCurrent] = useState(last);
  useEffect(() => {
    const find = () => {
      const begun = turns.filter(({ question }) => {
        const top = document.getElementById(`turn-${question.id}`)?.getBoundingClientRect().top;
        return top !== undefined && top < window.innerHeight / 2;
      });
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 4;
      setCurrent(atEnd ? last : (begun.at(-1) ?? turns[0])?.question.id);
    };
    find();
    window.addEventListener("scroll", find, { passive: true });
    window.addEventListener("resize", find);
    return () => {
      window.removeEventListener("scroll", find);
      window.removeEventListener("resize", find);
    };
  }, [turns, last]);
  return current;
}
