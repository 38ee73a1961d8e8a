// Fields show what the simulation has, and are shown it several times a second; but not one that somebody types in.
const typing = new WeakSet<HTMLInputElement>();

/** To be called before the field's own listeners are added: by the time that they hear of a change, it is over. */
export function watchTyping(input: HTMLInputElement): void {
  input.addEventListener('input', () => typing.add(input));
  for (const end of ['change', 'blur']) input.addEventListener(end, () => typing.delete(input));
}

/** Puts a value in, unless somebody is in the middle of typing another. */
export function put(input: HTMLInputElement, value: string): void {
  if (!typing.has(input)) input.value = value;
}
