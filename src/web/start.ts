import '@fontsource-variable/inter/wght.css';
import './mantine.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { settleLanguage } from './language.ts';

// No module with messages is evaluated before the language is known. (With an await here, the bundler would no longer
// share chunks between pages.)
void settleLanguage().then(() => import('./main.tsx'));
