// One choice of the panel: its name, what can be chosen, and a line that says what it does.
export interface Choice {
  element: HTMLElement;
  input: HTMLSelectElement;
  line: HTMLElement;
}

export function choice(name: string, text: string, about: string): Choice {
  const element = document.createElement('div');
  element.className = 'field';
  element.dataset.name = name;
  element.title = 'Double-click for the default';
  const input = document.createElement('select');
  input.id = name;
  input.setAttribute('aria-describedby', `about-${name}`);
  const label = Object.assign(document.createElement('label'), { htmlFor: name, textContent: text });
  const line = Object.assign(document.createElement('small'), { id: `about-${name}`, textContent: about });
  element.append(label, input, line);
  return { element, input, line };
}
