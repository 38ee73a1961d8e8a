// The index: one figure that runs by itself, and the ticks of solved exercises.
import './page';
import '../element';
