// Each <section class="exercise" data-exercise="square" data-state="beads=6"> gets an id and a link that opens the
// chapter there, with the figure in that state: what a teacher gives as homework. The link works without scripts.

export function exercises(html) {
  return html.replace(
    /<section class="exercise" data-exercise="([\w-]+)"(?: data-state="([^"]*)")?>([\s\S]*?)<\/section>/g,
    (_, name, state, body) => {
      const address = `${state ? `?${state.replaceAll('&', '&amp;')}` : ''}#exercise-${name}`;
      const words = state ? 'Set up the figure and copy the link' : 'Copy the link to this exercise';
      return `<section class="exercise" id="exercise-${name}" data-exercise="${name}">${body}<p class="assign"><a href="${address}">${words}</a> <span role="status"></span></p>\n</section>`;
    },
  );
}

/** How many a page has. */
export const countExercises = (html) => html.match(/data-exercise="/g)?.length ?? 0;
