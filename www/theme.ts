// Dark or light, one choice for all pages of the site: the address, then what was chosen before, then the system.

export type ThemeName = 'dark' | 'light';

const KEY = 'beadwork-theme';

/** Storage that a browser may forbid. */
function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function currentTheme(): ThemeName {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

export function setTheme(name: ThemeName): void {
  document.documentElement.dataset.theme = name;
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // it lasts as long as the page then
  }
  dispatchEvent(new CustomEvent('themechange', { detail: name }));
}

/** Follows the choice, and lets a button with `data-theme-switch` make it. */
export function startTheme(): void {
  const wanted = new URLSearchParams(location.search).get('theme') ?? remembered();
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  document.documentElement.dataset.theme = wanted === 'light' || wanted === 'dark' ? wanted : system;
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-theme-switch]')) {
    const label = () => {
      button.textContent = currentTheme() === 'dark' ? 'Light' : 'Dark';
    };
    label();
    addEventListener('themechange', label);
    button.addEventListener('click', () => setTheme(currentTheme() === 'dark' ? 'light' : 'dark'));
  }
}
