// What every page of the tutorial does. A chapter's own script imports this first.
import { startTheme } from '../theme';
import { startAddress } from './address';
import { startExplanations } from './bind';
import { tickContents } from './exercise';

startTheme();
tickContents();
for (const place of document.querySelectorAll<HTMLElement>('.explained')) startExplanations(place);

// once the chapter's own script listens
addEventListener('DOMContentLoaded', startAddress);

// folds are closed on the screen and open on paper
const folds = () => document.querySelectorAll<HTMLDetailsElement>('details.code, details.derivation');
addEventListener('beforeprint', () => {
  for (const fold of folds()) fold.open = true;
});
