// A page of the documentation is all text; it only follows the reader's theme.
import { startTheme } from '../theme';

startTheme();
