/** Who holds a session. */
export interface Person {
  sessionId: string;
  userId: string;
  email: string;
  name: string;
  /** A one-time password opens nothing but the form that replaces it. */
  mustChangePassword: boolean;
}

/** Which of their organizations a person has chosen to act for, where the host names none. Their membership decides, not this. */
export const ORGANIZATION_COOKIE = 'stockwright.organization';

const CHOICE = new RegExp(`(?:^|; *)${ORGANIZATION_COOKIE}=([a-z0-9-]+)`);
/** The organization that the cookies of a request choose. */
export const chosenIn = (cookie: string): string | undefined => CHOICE.exec(cookie)?.[1];
