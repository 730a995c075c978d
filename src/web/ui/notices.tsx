import { Notifications } from '@mantine/notifications';

/** Where what is said (said.tsx) is shown. */
export const Notices = () => <Notifications position="bottom-right" limit={4} />;
