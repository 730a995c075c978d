/** The person of a session. */
export interface Person {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  /** A one-time password gives access only to the form that replaces it. */
  mustChangePassword: boolean;
}

/**
 * The organization that a person has chosen to act for, if the host names none. Access is decided by their membership,
 * not by this.
 */
export const ORGANIZATION_COOKIE = 'stockwright.organization';

const CHOICE = new RegExp(`(?:^|; *)${ORGANIZATION_COOKIE}=([a-z0-9-]+)`);
/** The organization chosen by the cookies of a request. */
export const chosenIn = (cookie: string): string | undefined => CHOICE.exec(cookie)?.[1];
