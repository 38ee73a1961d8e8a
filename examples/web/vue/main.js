// Vue takes what it does not know for a custom element when it is told so: `isCustomElement` in the compiler's
// options, or a render function as here, which needs no compiler.
import 'beadwork/element';
import { createApp, h, ref } from 'vue';

createApp({
  setup() {
    const passes = ref(20);
    const gap = ref('');
    const measured = ({ detail }) => {
      gap.value = `${(1000 * detail.maxGap).toPrecision(2)} mm`;
    };
    return () => [
      h('h1', 'Beadwork in Vue'),
      h('label', [
        'Passes',
        h('input', {
          type: 'range',
          min: 1,
          max: 200,
          value: passes.value,
          onInput: (event) => {
            passes.value = event.target.value;
          },
        }),
        h('output', passes.value),
      ]),
      h('bead-work', { scene: 'pendant', solver: 'jacobi', iterations: passes.value, autoplay: '', onMeasure: measured }),
      h('p', ['Largest gap: ', h('output', { id: 'gap' }, gap.value)]),
    ];
  },
}).mount('#app');
