import { Suspense, useEffect } from 'react';
import { t } from '../language.ts';
import { startSending, useBookingsElsewhere, useOutbox } from '../outbox.ts';
import { later } from '../ui/later.ts';
import { notify } from '../ui/notify.tsx';

const KeptBookings = later(() => import('./kept-bookings.tsx').then(({ KeptBookings: Kept }) => Kept));

/** Bookings kept on this device until the service can be reached, and those that it then refused. */
export function Outbox() {
  const isKept = useOutbox().length > 0;
  const isKeptElsewhere = useBookingsElsewhere().size > 0;
  useEffect(() => {
    return startSending(({ title }) => notify(t('{title}: sent.', { title })));
  }, []);
  return <Suspense>{(isKept || isKeptElsewhere) && <KeptBookings />}</Suspense>;
}
