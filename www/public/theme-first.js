// Dark or light before the first paint: the address, then what was chosen before, then the system. www/theme.ts is the rest.
(() => {
  let chosen = new URLSearchParams(location.search).get('theme');
  try {
    chosen ??= localStorage.getItem('beadwork-theme');
  } catch {
    // a browser may forbid its storage
  }
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  document.documentElement.dataset.theme = chosen === 'light' || chosen === 'dark' ? chosen : system;
})();
