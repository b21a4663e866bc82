"use client";

import { useEffect, useState } from "react";
import { applyTheme, currentTheme, type Theme, themes, watchTheme } from "./theme.ts";

export function ThemeChoice() {
  // The server does not know the choice. Read it after the first render.
  const [theme, setTheme] = useState<Theme>("system");
  useEffect(() => {
    const read = () => setTheme(currentTheme());
    read();
    return watchTheme(read);
  }, []);
  const choose = (chosen: Theme) => {
    applyTheme(chosen);
    setTheme(chosen);
  };
  return (
    <span className="theme" data-chosen={themes.find((each) => each.theme === theme)?.label}>
      <select aria-label="Theme" value={theme} onChange={(event) => choose(event.target.value as Theme)}>
        {themes.map(({ theme, label }) => (
          <option key={theme} value={theme}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
