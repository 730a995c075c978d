import { useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';

/** Shows the notices. On a phone the buttons of a dialog are at the bottom: notices must not cover them. */
export function Notices() {
  const isPhone = useMediaQuery('(max-width: 47.99em)', false);
  return <Notifications position={isPhone ? 'top-center' : 'bottom-right'} limit={4} />;
}
