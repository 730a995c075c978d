import '@fontsource-variable/inter/wght.css';
import './mantine.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { settleLanguage } from './language.ts';

// Nothing that says anything is evaluated before it is known in which language. (An await here would say the same, but the
// bundler no longer joins what several pages share when a module waits.)
void settleLanguage().then(() => import('./main.tsx'));
