import { Notifications } from '@mantine/notifications';

/** Shows the notices of said.tsx. */
export const Notices = () => <Notifications position="bottom-right" limit={4} />;
