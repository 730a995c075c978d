import { Suspense, useEffect } from 'react';
import { t } from '../language.ts';
import { startSending, useKeptElsewhere, useOutbox } from '../outbox.ts';
import { later } from '../ui/later.ts';
import { said } from '../ui/said.tsx';

const Kept = later(() => import('./kept.tsx').then(({ Kept }) => Kept));

/** Bookings kept on this device until the service can be reached, and those that it then refused. */
export function Outbox() {
  const isKept = useOutbox().length > 0;
  const isKeptElsewhere = useKeptElsewhere().size > 0;
  useEffect(() => {
    return startSending(({ title }) => said(t('{title}: sent.', { title })));
  }, []);
  return <Suspense>{(isKept || isKeptElsewhere) && <Kept />}</Suspense>;
}
