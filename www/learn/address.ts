// An exercise's link opens the chapter with the figure in the state that the exercise begins from: each name of the
// query is a field of the page's forms. 01-one-at-a-time.html?beads=12#exercise-square

type Field = HTMLInputElement | HTMLSelectElement;

const changed = (field: Element) => field.dispatchEvent(new Event('input', { bubbles: true }));

function put(field: Field, value: string): void {
  if (field instanceof HTMLSelectElement) {
    if ([...field.options].some((option) => option.value === value)) field.value = value;
  } else if (field.type === 'radio') field.checked = field.value === value;
  else if (field.type === 'checkbox') field.checked = value === 'on';
  else field.value = value;
}

/** Fields of that name; never an exercise's answer. */
const fields = (name: string) =>
  [...document.querySelectorAll<Field>(`main [name="${CSS.escape(name)}"]`)].filter(
    (field) => field.matches('input, select') && !field.closest('.exercise'),
  );

/** One after the other, since a field may bring others: a block's mass exists once there is such a block. */
export function setFields(state: URLSearchParams): void {
  for (const [name, value] of state) {
    for (const field of fields(name)) {
      if (field instanceof HTMLInputElement && field.type === 'radio' && field.value !== value) continue;
      put(field, value);
      changed(field);
      if (field instanceof HTMLInputElement && field.type === 'radio')
        field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}

/** Everything as the page opens, then the state of the exercise. */
function setUp(state: URLSearchParams): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('main form')) {
    form.reset();
    changed(form);
  }
  setFields(state);
}

/** A click on an exercise's link sets its figure up, without loading the page again, and copies the link. */
function follow(link: HTMLAnchorElement): void {
  link.addEventListener('click', async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setUp(new URL(link.href).searchParams);
    history.replaceState(null, '', link.href);
    const words = link.parentElement?.querySelector('[role="status"]');
    if (!words) return;
    try {
      await navigator.clipboard.writeText(link.href);
      words.textContent = 'The figure is set up, and the link is copied.';
    } catch {
      words.textContent = 'The figure is set up, and the link stands in the address bar.';
    }
  });
}

/** To be called once the chapter listens to its own fields. */
export function startAddress(): void {
  setFields(new URLSearchParams(location.search));
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.assign a')) follow(link);
}
