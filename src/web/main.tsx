import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { client } from './graphql.ts';
import './paper.ts';
import { router } from './router.tsx';
import { readSession } from './session.ts';
import { theme, variables } from './theme.ts';
import { later } from './ui/later.ts';

const Notices = later(() => import('./ui/notices.tsx').then(({ Notices }) => Notices));
const nonce = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

// Where the scroll lock of dialogs looks for it (get-nonce), because it writes a style tag.
Object.assign(globalThis, { __webpack_nonce__: nonce() });

void readSession();
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto" getStyleNonce={nonce}>
      <Provider value={client}>
        <Suspense>
          <Notices />
        </Suspense>
        <RouterProvider router={router} />
      </Provider>
    </MantineProvider>
  </StrictMode>,
);
