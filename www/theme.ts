// Dark or light, one choice for all pages of the site. What holds as a page opens is set by public/theme-first.js.

export type ThemeName = 'dark' | 'light';

const KEY = 'beadwork-theme';

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

const other = (): ThemeName => (currentTheme() === 'dark' ? 'light' : 'dark');

/** Lets the header's button change the theme. */
export function startTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]');
  if (!button) return;
  const label = () => {
    button.title = `Switch to ${other()}`;
    button.ariaLabel = button.title;
  };
  label();
  addEventListener('themechange', label);
  button.addEventListener('click', () => setTheme(other()));
}
