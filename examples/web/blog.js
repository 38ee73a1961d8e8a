// The article's own sliders drive the second simulation by its attributes, and its measures come back as events.
const yours = document.querySelector('#yours');

function bind(id, attribute) {
  const slider = document.getElementById(id);
  const show = () => {
    slider.nextElementSibling.textContent = slider.value;
    yours.setAttribute(attribute, slider.value);
  };
  slider.addEventListener('input', show);
  show();
}

bind('passes', 'iterations');
bind('weight', 'mass-ratio');
yours.addEventListener('measure', ({ detail }) => {
  document.getElementById('gap').textContent = `${(1000 * detail.maxGap).toPrecision(2)} mm`;
});
