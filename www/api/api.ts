// The reference is all in its page; only the theme needs a script.
import { startTheme } from '../theme';

startTheme();
